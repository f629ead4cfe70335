import type { ArchiveRecord, DocumentRecord, FileRecord, PropertyRecord, RuleRecord } from '#operation/imports';
import type { RecordKind } from './manifest.js';
import {
  anObject,
  anything,
  boolean,
  count,
  dayOrMoment,
  email,
  hash,
  integer,
  list,
  literal,
  moment,
  oneOf,
  optional,
  plainValue,
  record,
  ref,
  text,
  type Check,
  type Shape,
} from './shapes.js';

type Item<List> = NonNullable<List> extends readonly (infer Value)[] ? Value : never;

const FILE: Shape<FileRecord> = {
  path: text(1_000),
  name: text(1_000),
  mimeType: optional(text(1_000)),
  size: optional(count),
  sha256: optional(hash),
};

const VERSION: Shape<NonNullable<DocumentRecord['fileVersion']>> = {
  version: count,
  createdAt: optional(moment),
  createdBy: optional(email),
  change: optional(oneOf('pages', 'restore', 'upload')),
  restoredVersion: optional(count),
};

const PROPERTY_TYPES = [
  ...['text', 'number', 'date', 'boolean', 'select', 'multi_select', 'user_relation', 'document_relation'],
];

/** What a line of each file of records must be. */
export const RECORD_SHAPES: { [Kind in RecordKind]: Check } = {
  organization: record<Extract<ArchiveRecord, { kind: 'organization' }>>({
    kind: literal('organization'),
    ref,
    name: text(1_000),
    settings: optional(anObject),
  }),
  member: record<Extract<ArchiveRecord, { kind: 'member' }>>({
    kind: literal('member'),
    email,
    name: optional(text(1_000)),
    role: oneOf('owner', 'admin', 'member', 'viewer'),
  }),
  tag: record<Extract<ArchiveRecord, { kind: 'tag' }>>({
    kind: literal('tag'),
    ref,
    name: text(1_000),
    color: optional(text(100)),
    description: optional(text()),
    parentRef: optional(ref),
  }),
  property: record<PropertyRecord>({
    kind: literal('property'),
    ref,
    name: text(1_000),
    description: optional(text()),
    type: oneOf(...PROPERTY_TYPES),
    role: optional(text(100)),
    hidden: optional(boolean),
    options: optional(list(record<Item<PropertyRecord['options']>>({ ref, name: text(1_000) }))),
  }),
  document: record<DocumentRecord>({
    kind: literal('document'),
    ref,
    name: text(),
    file: record<FileRecord>(FILE),
    fileVersion: optional(record(VERSION)),
    earlierVersions: optional(list(record<Item<DocumentRecord['earlierVersions']>>({ ...FILE, ...VERSION }))),
    createdAt: optional(moment),
    createdBy: optional(email),
    updatedAt: optional(moment),
    source: optional(text(100)),
    documentDate: optional(dayOrMoment),
    archiveNumber: optional(count),
    notes: optional(text()),
    isInInbox: optional(boolean),
    deletedAt: optional(moment),
    deletedBy: optional(email),
    tagRefs: optional(list(ref)),
    properties: optional(list(record<Item<DocumentRecord['properties']>>({ ref, values: list(plainValue) }))),
    content: optional(text()),
    ocrLanguages: optional(list(text(100))),
    history: optional(
      list(
        record<Item<DocumentRecord['history']>>({
          at: moment,
          event: text(1_000),
          by: optional(email),
          data: optional(anything),
        }),
      ),
    ),
  }),
  'document-links': record<Extract<ArchiveRecord, { kind: 'document-links' }>>({
    kind: literal('document-links'),
    ref,
    propertyRef: ref,
    documentRefs: list(ref),
  }),
  view: record<Extract<ArchiveRecord, { kind: 'view' }>>({
    kind: literal('view'),
    ref,
    name: text(1_000),
    query: text(),
    description: optional(text()),
    parentRef: optional(ref),
    isPinned: optional(boolean),
    sortField: optional(text(100)),
    sortOrder: optional(text(100)),
    columns: optional(list(text(1_000))),
    layout: optional(text(100)),
    privateTo: optional(email),
  }),
  rule: record<RuleRecord>({
    kind: literal('rule'),
    ref,
    name: text(1_000),
    description: optional(text()),
    enabled: boolean,
    conditionMatchMode: oneOf('all', 'any'),
    conditions: list(
      record<Item<RuleRecord['conditions']>>({
        field: text(100),
        operator: text(100),
        value: text(),
        propertyRef: optional(ref),
      }),
    ),
    tagRefs: list(ref),
    changes: optional(list(anObject)),
    followUps: optional(list(anObject)),
  }),
  reminder: record<Extract<ArchiveRecord, { kind: 'reminder' }>>({
    kind: literal('reminder'),
    ref,
    name: text(1_000),
    query: text(),
    dateSource: text(100),
    propertyRef: optional(ref),
    offsetAmount: integer,
    offsetUnit: oneOf('days', 'months'),
    isEnabled: boolean,
    sendsMail: boolean,
  }),
  unmapped: record<Extract<ArchiveRecord, { kind: 'unmapped' }>>({
    kind: literal('unmapped'),
    what: text(1_000),
    name: text(),
    reason: text(),
    count: optional(count),
  }),
};
