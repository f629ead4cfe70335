import type { CounterValues } from '#ground/history';
import type { Integer } from '#ground/http-kit';

export class OrganizationStatsView {
  documentsCount!: Integer;
  /** Bytes. */
  documentsSize!: Integer;
  /** In the trash. */
  deletedDocumentsCount!: Integer;
  deletedDocumentsSize!: Integer;
  /** Active and in the trash. */
  totalDocumentsCount!: Integer;
  totalDocumentsSize!: Integer;
}

export class StatisticsView {
  organizationStats!: OrganizationStatsView;
}

export function statisticsView(counters: CounterValues): StatisticsView {
  return {
    organizationStats: {
      documentsCount: counters.activeDocuments,
      documentsSize: counters.activeBytes,
      deletedDocumentsCount: counters.trashedDocuments,
      deletedDocumentsSize: counters.trashedBytes,
      totalDocumentsCount: counters.activeDocuments + counters.trashedDocuments,
      totalDocumentsSize: counters.activeBytes + counters.trashedBytes,
    },
  };
}
