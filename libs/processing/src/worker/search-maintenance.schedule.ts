import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { SearchService } from '#libs/search';

/** Lets the search plugin flush and merge. Harmless when several processes do it at once. */
@Injectable()
export class SearchMaintenanceSchedule {
  constructor(private readonly search: SearchService) {}

  @Cron('*/5 * * * *')
  async maintain(): Promise<void> {
    await this.search.maintain();
  }
}
