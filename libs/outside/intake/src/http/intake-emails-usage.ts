import { Injectable } from '@nestjs/common';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { IntakeEmailRepository } from '#outside/intake';
import type { OrganizationScope } from '#ground/kernel';
import { ContributesToUsage, type UsageFigures, type UsageSource } from '#people/organizations';

/** What `GET …/usage` says about addresses. */
@Injectable()
@ContributesToUsage()
export class IntakeEmailsUsage implements UsageSource {
  readonly limits: Pick<UsageFigures, 'intakeEmailsCount'>;

  constructor(
    private readonly intakeEmails: IntakeEmailRepository,
    { maxPerOrganization }: IntakeEmailsConfig,
  ) {
    this.limits = { intakeEmailsCount: maxPerOrganization };
  }

  async used(scope: OrganizationScope): Promise<Pick<UsageFigures, 'intakeEmailsCount'>> {
    return { intakeEmailsCount: await this.intakeEmails.count(scope) };
  }
}
