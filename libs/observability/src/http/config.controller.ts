import { Controller, Get } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { DocumentsConfig } from '#config/documents';
import { OrganizationsConfig } from '#config/organizations';
import { ServerConfig } from '#config/server';
import { Access } from '#libs/http-kit';
import type { ConfigAnswer } from './config.view.dto.js';
import { PRODUCT_VERSION } from './product-version.js';

@Controller('api/config')
export class ConfigController {
  constructor(
    private readonly server: ServerConfig,
    private readonly auth: AuthConfig,
    private readonly documents: DocumentsConfig,
    private readonly organizations: OrganizationsConfig,
  ) {}

  /** What a client must know of the server before anybody signs in. */
  @Get()
  @Access.public()
  get(): ConfigAnswer {
    return {
      config: {
        version: PRODUCT_VERSION,
        gitCommitSha: this.server.gitCommit,
        gitCommitDate: this.server.buildDate,
        auth: {
          isEmailVerificationRequired: false,
          isPasswordResetEnabled: false,
          isRegistrationEnabled: this.auth.isRegistrationEnabled,
          showLegalLinksOnAuthPage: false,
          providers: {
            email: { isEnabled: this.auth.isEmailProviderEnabled },
            github: { isEnabled: false },
            google: { isEnabled: false },
            customs: [],
          },
        },
        documents: { deletedDocumentsRetentionDays: this.documents.deletedRetentionDays },
        intakeEmails: { isEnabled: false },
        organizations: { deletedOrganizationsPurgeDaysDelay: this.organizations.deletedPurgeDelayDays },
        autoTagging: { isEnabled: false },
      },
    };
  }
}
