import type { DocumentFigures } from '#libs/documents';

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

export function statisticsView(figures: DocumentFigures): StatisticsView {
  return {
    organizationStats: {
      documentsCount: figures.activeCount,
      documentsSize: figures.activeBytes,
      deletedDocumentsCount: figures.trashedCount,
      deletedDocumentsSize: figures.trashedBytes,
      totalDocumentsCount: figures.activeCount + figures.trashedCount,
      totalDocumentsSize: figures.activeBytes + figures.trashedBytes,
    },
  };
}
