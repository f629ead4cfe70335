import type { Readable } from 'node:stream';

/**
 * What an archive consists of, as an export writes it and an import reads it, whatever product it comes from. `ref` is the
 * id of a thing in its source: unique for its kind, stable over several imports of the same source, at most 200
 * characters. All texts are untrusted until the import has checked them. Moments are ISO 8601 with a zone, days are
 * `YYYY-MM-DD`, users are named by their e-mail address.
 */
export type ArchiveRecord =
  | OrganizationRecord
  | MemberRecord
  | TagRecord
  | PropertyRecord
  | DocumentRecord
  | DocumentLinksRecord
  | ViewRecord
  | RuleRecord
  | ReminderRecord
  | UnmappedRecord;

/** A source yields records in the order of this union; what a record refers to comes before it. */
export interface ArchiveSource {
  /** What the report says about where the records came from, such as `Paperless-ngx 2.14 export`. */
  readonly name: string;
  /**
   * Tells sources apart in what an import remembers: the same text for the same archive, so that a document that was
   * imported from it is not imported again. At most 200 characters.
   */
  readonly id: string;
  records(signal: AbortSignal): AsyncIterable<ArchiveRecord>;
  /** The file of a document or of one of its earlier versions, from its first byte. */
  open(file: FileRecord, signal: AbortSignal): Promise<Readable>;
}

export interface OrganizationRecord {
  kind: 'organization';
  ref: string;
  name: string;
  /** By the names of the settings API. */
  settings?: Record<string, unknown>;
}

export interface MemberRecord {
  kind: 'member';
  email: string;
  name?: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
}

export interface TagRecord {
  kind: 'tag';
  ref: string;
  name: string;
  /** `#rrggbb`; without it, one is chosen. */
  color?: string;
  description?: string;
  /** The tag above it, in sources with nested tags. */
  parentRef?: string;
}

export interface PropertyRecord {
  kind: 'property';
  ref: string;
  name: string;
  description?: string;
  type: 'text' | 'number' | 'date' | 'boolean' | 'select' | 'multi_select' | 'user_relation' | 'document_relation';
  role?: string;
  hidden?: boolean;
  options?: readonly { ref: string; name: string }[];
}

export interface FileRecord {
  /** Where the source finds the file again; for bundles and folders a path below their root. */
  path: string;
  name: string;
  mimeType?: string;
  size?: number;
  /** Lower-case hexadecimal. A file with another hash is not imported. */
  sha256?: string;
}

export type PropertyValue = string | number | boolean | null;

/** How a version of a file came about. */
export interface FileVersion {
  /** Counted from 1. */
  version: number;
  createdAt?: string;
  createdBy?: string;
  /** `pages`: by a change of its pages; `restore`: an earlier one was restored. */
  change?: 'pages' | 'restore' | 'upload';
  /** The version that was restored. */
  restoredVersion?: number;
}

export interface DocumentRecord {
  kind: 'document';
  ref: string;
  name: string;
  file: FileRecord;
  /** Of the current file, where it is known. */
  fileVersion?: FileVersion;
  /** The oldest first, without the current file. Versions that were restored may name the same path. */
  earlierVersions?: readonly (FileRecord & FileVersion)[];
  createdAt?: string;
  createdBy?: string;
  updatedAt?: string;
  /** How it came in: a `DocumentSource`, such as `upload` or `email`. */
  source?: string;
  /** A moment, or a day. */
  documentDate?: string;
  archiveNumber?: number;
  notes?: string;
  isInInbox?: boolean;
  /** When it was moved to the trash. */
  deletedAt?: string;
  deletedBy?: string;
  tagRefs?: readonly string[];
  /** Several values for properties that take several; a select by the `ref` of its option, a user by e-mail address. */
  properties?: readonly { ref: string; values: readonly PropertyValue[] }[];
  /** The text, when the source has read or corrected it. Without it the document is read after the import. */
  content?: string;
  ocrLanguages?: readonly string[];
  history?: readonly HistoryEntry[];
}

export interface HistoryEntry {
  at: string;
  event: string;
  /** Of the user who did it. */
  by?: string;
  data?: unknown;
}

/** Values that name other documents, after all documents. */
export interface DocumentLinksRecord {
  kind: 'document-links';
  ref: string;
  propertyRef: string;
  documentRefs: readonly string[];
}

export interface ViewRecord {
  kind: 'view';
  ref: string;
  name: string;
  /** In the language of searches. */
  query: string;
  description?: string;
  parentRef?: string;
  isPinned?: boolean;
  sortField?: string;
  sortOrder?: string;
  columns?: readonly string[];
  layout?: string;
  /** E-mail address of the only user who sees it. */
  privateTo?: string;
}

export interface RuleRecord {
  kind: 'rule';
  ref: string;
  name: string;
  description?: string;
  enabled: boolean;
  conditionMatchMode: 'all' | 'any';
  conditions: readonly { field: string; operator: string; value: string; propertyRef?: string }[];
  tagRefs: readonly string[];
  /**
   * As the API of rules has them, with `propertyRef` for the property. In values, here and in conditions, an option and a
   * document are their `ref`, a user an e-mail address.
   */
  changes?: readonly unknown[];
  /** As the API of rules has them; `notify` with `users`, e-mail addresses, in place of `userIds`. */
  followUps?: readonly unknown[];
}

export interface ReminderRecord {
  kind: 'reminder';
  ref: string;
  name: string;
  query: string;
  dateSource: string;
  propertyRef?: string;
  offsetAmount: number;
  offsetUnit: 'days' | 'months';
  isEnabled: boolean;
  sendsMail: boolean;
}

/** Something of the source that has no counterpart: the report names it. */
export interface UnmappedRecord {
  kind: 'unmapped';
  /** Such as `workflow` or `mail account`. */
  what: string;
  name: string;
  reason: string;
  /** How many things it stands for; without it, one. */
  count?: number;
}
