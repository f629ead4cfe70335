import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { idColumn, textColumn } from '#ground/database';

/** A page of a file that was read. */
export const documentPage = defineEntity({
  name: 'DocumentPage',
  tableName: 'document_page',
  properties: {
    documentId: idColumn().primary(),
    page: p.integer().primary(),
    width: p.float().columnType('real').nullable(),
    height: p.float().columnType('real').nullable(),
    source: textColumn().$type<'ocr' | 'text'>(),
    confidence: p.float().columnType('real').nullable(),
    words: p.blob().nullable(),
  },
});

export interface DocumentPageTables {
  document_page: InferKyselyTable<typeof documentPage>;
}
