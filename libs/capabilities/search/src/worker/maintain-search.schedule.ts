import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { SearchService } from '#capabilities/search';

@Injectable()
@ScheduledTask('maintain-search')
export class MaintainSearch implements RunsOnSchedule {
  readonly cron = '*/5 * * * *';
  readonly description = 'lets the search plugin flush and merge its index';

  constructor(private readonly search: SearchService) {}

  async run(): Promise<undefined> {
    await this.search.maintain();
  }
}
