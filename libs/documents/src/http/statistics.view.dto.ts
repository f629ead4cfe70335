import type { CounterValues } from '#libs/history';

export class OrganizationStatsView {
  documentsCount!: number;
  /** Bytes. */
  documentsSize!: number;
  /** In the trash. */
  deletedDocumentsCount!: number;
  deletedDocumentsSize!: number;
  /** Active and in the trash. */
  totalDocumentsCount!: number;
  totalDocumentsSize!: number;
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
