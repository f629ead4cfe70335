import { Injectable } from '@nestjs/common';
import { AnnounceAgenda } from '#outside/agenda';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

/** Every hour, so that a day begins in the time zone of searches, and one that failed or was missed is tried again. */
@Injectable()
@ScheduledTask('announce-agenda')
export class AnnounceAgendaOnSchedule implements RunsOnSchedule {
  readonly cron = '12 * * * *';
  readonly description = 'announces, once a day in each organization, what comes due';

  constructor(private readonly agenda: AnnounceAgenda) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const count = await this.agenda.execute(signal);
    return count === 0 ? undefined : `${count} entries of agendas were announced.`;
  }
}
