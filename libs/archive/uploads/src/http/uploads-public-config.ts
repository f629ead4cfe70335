import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from '#ground/server-info';

@Injectable()
@ContributesToPublicConfig()
export class UploadsPublicConfig implements PublicConfigSource {
  constructor(private readonly config: DocumentsConfig) {}

  publicConfig(): Pick<PublicConfigSections, 'upload'> {
    const { maxUploadBytes } = this.config;
    return { upload: { maxBytes: maxUploadBytes > 0 ? maxUploadBytes : null, isResumable: true } };
  }
}
