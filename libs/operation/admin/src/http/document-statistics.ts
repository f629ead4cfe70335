import type { CounterValues } from '#ground/history';
import type { Integer } from '#ground/http-kit';

/** Numbers and sizes of documents; sizes in bytes. */
export class DocumentStatisticsView {
  /** Not in the trash. */
  documentsCount!: Integer;
  documentsSize!: Integer;
  deletedDocumentsCount!: Integer;
  deletedDocumentsSize!: Integer;
  totalDocumentsCount!: Integer;
  totalDocumentsSize!: Integer;
}

export function documentStatisticsView(counters: CounterValues): DocumentStatisticsView {
  const { activeDocuments, activeBytes, trashedDocuments, trashedBytes } = counters;
  return {
    documentsCount: activeDocuments,
    documentsSize: activeBytes,
    deletedDocumentsCount: trashedDocuments,
    deletedDocumentsSize: trashedBytes,
    totalDocumentsCount: activeDocuments + trashedDocuments,
    totalDocumentsSize: activeBytes + trashedBytes,
  };
}
