import type { DocumentFigures } from '#libs/documents';
import type { Integer } from '#libs/http-kit';

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
