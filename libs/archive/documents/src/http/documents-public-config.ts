import { Injectable } from '@nestjs/common';
import { Renditions } from '#archive/documents';
import { DocumentsConfig } from '#config/documents';
import { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from '#ground/server-info';

@Injectable()
@ContributesToPublicConfig()
export class DocumentsPublicConfig implements PublicConfigSource {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly renditions: Renditions,
  ) {}

  publicConfig(): Pick<PublicConfigSections, 'documents'> {
    const { deletedRetentionDays: deletedDocumentsRetentionDays } = this.config;
    return { documents: { deletedDocumentsRetentionDays, renderedTypes: this.renditions.types } };
  }
}
