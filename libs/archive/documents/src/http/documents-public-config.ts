import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from '#ground/server-info';

@Injectable()
@ContributesToPublicConfig()
export class DocumentsPublicConfig implements PublicConfigSource {
  constructor(private readonly config: DocumentsConfig) {}

  publicConfig(): Pick<PublicConfigSections, 'documents'> {
    return { documents: { deletedDocumentsRetentionDays: this.config.deletedRetentionDays } };
  }
}
