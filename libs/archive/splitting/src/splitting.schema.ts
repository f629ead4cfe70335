import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { SelectedPage } from '@archivolt/plugin-kit';
import { dateColumn, idColumn, textColumn } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';

/** What is to become of a document. */
export interface SplitPlan {
  /** The pages of each part, in their order. */
  parts: readonly (readonly SelectedPage[])[];
  /** The hash of the file in which the pages were chosen; splits that were requested by older versions have none. */
  sha256?: string;
  /** False: the document goes to the trash once there are the parts. */
  keepsOriginal: boolean;
  /** The tags of the parts; those that the document has by then when it is missing. */
  tagIds?: readonly string[];
  /** The archive number was read from a label on a page: the part with this page gets it. */
  freesArchiveNumber?: boolean;
}

/** The latest split of a document, which may be waiting. */
export const documentSplit = defineEntity({
  name: 'DocumentSplit',
  tableName: 'document_split',
  properties: {
    documentId: idColumn().primary(),
    id: idColumn(),
    requestedAt: dateColumn().defaultRaw('now()'),
    /** Actor, role and request. */
    requestedBy: p.json<Omit<OrganizationContext, 'organizationId'>>().columnType('jsonb'),
    plan: p.json<SplitPlan>().columnType('jsonb'),
    /** Null until it has ended. */
    outcome: textColumn().$type<'refused' | 'split'>().nullable(),
    /** Why it was refused: a sentence for people. */
    reason: textColumn().nullable(),
    partIds: p.array().columnType('text[]').defaultRaw(`'{}'`),
  },
});

export interface SplittingTables {
  document_split: InferKyselyTable<typeof documentSplit>;
}
