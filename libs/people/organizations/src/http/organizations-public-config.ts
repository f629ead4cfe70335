import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from '#ground/server-info';

@Injectable()
@ContributesToPublicConfig()
export class OrganizationsPublicConfig implements PublicConfigSource {
  constructor(private readonly config: OrganizationsConfig) {}

  publicConfig(): Pick<PublicConfigSections, 'organizations'> {
    return { organizations: { deletedOrganizationsPurgeDaysDelay: this.config.deletedPurgeDelayDays } };
  }
}
