import { Injectable } from '@nestjs/common';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from '#ground/server-info';

@Injectable()
@ContributesToPublicConfig()
export class IntakeEmailsPublicConfig implements PublicConfigSource {
  constructor(private readonly config: IntakeEmailsConfig) {}

  publicConfig(): Pick<PublicConfigSections, 'intakeEmails'> {
    return { intakeEmails: { isEnabled: this.config.isEnabled } };
  }
}
