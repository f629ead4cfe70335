import { Controller, Get, Query } from '@nestjs/common';
import { InstallationStatistics } from '#operation/admin';
import { Counters } from '#ground/history';
import { Access, type Integer } from '#ground/http-kit';
import { StatisticsQuery } from './admin.dto.js';
import { documentStatisticsView, type DocumentStatisticsView } from './document-statistics.js';

export class InstallationFiguresView {
  usersCount!: Integer;
  /** Signed in, or used an API key, within 30 days. */
  activeUsersCount!: Integer;
  disabledUsersCount!: Integer;
  organizationsCount!: Integer;
  /** Not in the trash. Sizes are in bytes. */
  documentsCount!: Integer;
  documentsSize!: Integer;
  deletedDocumentsCount!: Integer;
  deletedDocumentsSize!: Integer;
}

export class FiguresOfDayView {
  /** `2026-11-22`, in UTC. */
  date!: string;
  users!: Integer;
  organizations!: Integer;
  /** Documents and bytes at the end of the day, those in the trash included; of today, those there are now. */
  documents!: Integer;
  bytes!: Integer;
}

export class StatisticsResponse {
  statistics!: InstallationFiguresView;
  /** Oldest first. */
  days!: FiguresOfDayView[];
}

@Controller('api/admin')
export class AdminStatisticsController {
  constructor(
    private readonly installation: InstallationStatistics,
    private readonly counters: Counters,
  ) {}

  /** The figures of the installation now and day by day. What is gone since is not counted for earlier days. */
  @Get('statistics')
  @Access.admin()
  async statistics(@Query() { days }: StatisticsQuery): Promise<StatisticsResponse> {
    const [statistics, byDay] = await Promise.all([this.installation.now(), this.installation.byDay(days)]);
    return { statistics, days: byDay };
  }

  /** The number and size of the documents of all organizations. */
  @Get('documents/stats')
  @Access.admin()
  async documents(): Promise<DocumentStatisticsView> {
    return documentStatisticsView(await this.counters.total());
  }
}
