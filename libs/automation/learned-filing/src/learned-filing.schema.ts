import { defineEntity, p } from '@mikro-orm/core';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';

/** A tag, or an option of a property, that was learned. */
export interface ModelLabel {
  /** Of the tag or the option. */
  id: string;
  /** Null: it is a tag. */
  propertyId: string | null;
  /** A document has at most one option of the property. */
  isExclusive: boolean;
  /** Documents that people have given it. */
  documents: number;
  /** Of documents that were not learned from: how many it would have been proposed for, and for how many rightly. */
  proposed: number;
  proposedRight: number;
  /** The same of those that it would have been set for; it is set only if there are some. */
  setCount: number;
  setRight: number;
}

/** `refused`: a person has dismissed or undone it. `confirmed`: a person has accepted or confirmed it. */
export type LearnedLabelState = 'confirmed' | 'refused' | 'set' | 'suggested';

/** What was learned from the documents of an organization. */
export const organizationModel = defineEntity({
  name: 'OrganizationModel',
  tableName: 'organization_model',
  properties: {
    organizationId: idColumn().primary(),
    trainedAt: dateColumn(),
    /** The last event of the organization before its documents were read. */
    logPosition: bigintColumn(),
    documents: p.integer(),
    labels: p.json<ModelLabel[]>().columnType('jsonb'),
    /** Null: nothing could be learned. */
    model: p.blob().nullable(),
  },
});

/** A label that a document got or was suggested, and what a person has decided about it. */
export const learnedLabel = defineEntity({
  name: 'LearnedLabel',
  tableName: 'learned_label',
  properties: {
    documentId: idColumn().primary(),
    /** Of the tag or the option. */
    labelId: idColumn().primary(),
    /** Null: it is a tag. */
    propertyId: idColumn().nullable(),
    state: textColumn().$type<LearnedLabelState>(),
    score: p.float().columnType('real'),
    /** Those that decided, as they are written in the document. */
    words: p.json<string[]>().columnType('jsonb'),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});
