import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { ExpireInvitations } from '#people/organizations';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('expire-invitations')
export class ExpireInvitationsSchedule implements RunsOnSchedule {
  readonly description = 'marks invitations that were not answered in time as expired';
  readonly cron: string;
  readonly runsOnStartup: boolean;

  constructor(
    private readonly invitations: ExpireInvitations,
    config: OrganizationsConfig,
  ) {
    this.cron = config.expireInvitationsCron;
    this.runsOnStartup = config.expireInvitationsOnStartup;
  }

  async run(signal: AbortSignal): Promise<string | undefined> {
    const expired = await this.invitations.execute(signal);
    return expired === 0 ? undefined : `${expired} invitations have expired.`;
  }
}
