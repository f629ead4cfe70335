import type { ArchiveRecord, DocumentRecord, FileRecord, FileVersion, RuleRecord } from '#operation/imports';
import { filePathsOf } from './file-paths.js';
import type { RecordKind } from './manifest.js';
import type {
  DocumentRow,
  OrganizationRow,
  OrganizationSnapshot,
  RuleRow,
  VersionRow,
} from './organization-snapshot.repository.js';

/** A file that a bundle is to have. */
export interface WantedFile {
  path: string;
  documentRef: string;
  storageKey: string;
  driver: string;
  size: number;
  sha256: string;
}

/** Why something is not in a bundle, for people. */
const REASONS: Record<string, string> = {
  'API key': 'Keys are secrets of this installation; create a new one.',
  webhook: 'Its secret stays in this installation, and its receiver would get everything twice; add it again.',
  'share link': 'Its address belongs to this installation; share the document again.',
  'file request': 'Its address belongs to this installation; create it again.',
  'intake address': 'The address belongs to this installation; add another one.',
  'file of an intake': 'It could not be taken and is no document; try it again before the export.',
  'calendar address': 'Its address is a secret; each member creates a new one.',
  invitation: 'Its link belongs to this installation; invite again.',
  'password for files': 'Passwords are not exported; enter it again.',
  'password of a document': 'Passwords are not exported; enter it again when the document is to be read again.',
  'legal hold': 'Who keeps the documents there decides about holds; set it again.',
  'retention rule': 'An import must not remove anything by itself; create it again after the import.',
  'marks of a reminder': 'What was done or put off on the agenda is not exported.',
};

type Each<Kind extends RecordKind> = AsyncIterable<Extract<ArchiveRecord, { kind: Kind }>>;

/** The records of an organization, kind by kind, each kind in an order that does not change from export to export. */
export class RecordsOfSnapshot {
  readonly #typesOfProperties = new Map<string, string>();

  constructor(private readonly snapshot: OrganizationSnapshot) {}

  async *organization(row: OrganizationRow): Each<'organization'> {
    const { ref, name, ai, documents, invoiceDetails, documentCodes } = row;
    const settings = { ai: { autoTagging: ai }, documents, ...withoutNulls({ invoiceDetails, documentCodes }) };
    yield await Promise.resolve({ kind: 'organization', ref, name, settings });
  }

  async *members(): Each<'member'> {
    for await (const row of this.snapshot.members()) yield { kind: 'member', ...row };
  }

  async *tags(): Each<'tag'> {
    for await (const row of this.snapshot.tags()) yield withoutNulls({ kind: 'tag' as const, ...row });
  }

  async *properties(): Each<'property'> {
    for await (const { options, ...row } of this.snapshot.properties()) {
      this.#typesOfProperties.set(row.ref, row.type);
      const offered = row.type === 'select' || row.type === 'multi_select' ? { options } : {};
      yield withoutNulls({ kind: 'property' as const, ...row, ...offered }) as Extract<
        ArchiveRecord,
        { kind: 'property' }
      >;
    }
  }

  /** `want` gets the files of the documents. */
  async *documents(want: (files: readonly WantedFile[]) => Promise<void>): Each<'document'> {
    for await (const rows of this.snapshot.documents()) {
      await want(rows.flatMap(wantedFilesOf));
      for (const row of rows) yield documentRecord(row);
    }
  }

  async *documentLinks(): Each<'document-links'> {
    for await (const row of this.snapshot.documentLinks()) yield { kind: 'document-links', ...row };
  }

  async *views(): Each<'view'> {
    for await (const row of this.snapshot.views())
      yield withoutNulls({ kind: 'view' as const, ...row }) as Extract<ArchiveRecord, { kind: 'view' }>;
  }

  /** After the properties, whose types say what their values are. */
  async *rules(): Each<'rule'> {
    for await (const row of this.snapshot.rules()) yield await this.#rule(row);
  }

  async *reminders(): Each<'reminder'> {
    for await (const row of this.snapshot.reminders())
      yield withoutNulls({ kind: 'reminder' as const, ...row }) as Extract<ArchiveRecord, { kind: 'reminder' }>;
  }

  async *unmapped(): Each<'unmapped'> {
    for await (const { what, name } of this.snapshot.notCarried())
      yield { kind: 'unmapped', what, name, reason: REASONS[what] ?? '' };
  }

  async #rule({ conditions, changes, followUps, ...row }: RuleRow): Promise<RuleRecord> {
    const isUser = (propertyRef: unknown) => this.#typesOfProperties.get(String(propertyRef)) === 'user_relation';
    const named = [
      ...conditions.filter(({ propertyRef }) => isUser(propertyRef)).map(({ value }) => value),
      ...changes.filter((change) => isUser(change['propertyDefinitionId'])).flatMap((change) => change['value']),
      ...followUps.flatMap((followUp) => followUp['userIds'] ?? []),
    ].map(String);
    const emails = named.length > 0 ? await this.snapshot.emailsOf(named) : new Map<string, string>();
    const emailsOf = (ids: unknown) => [ids].flat().flatMap((id) => emails.get(String(id)) ?? []);
    return {
      kind: 'rule',
      ...withoutNulls(row),
      conditions: conditions.map((condition) => ({
        ...withoutNulls(condition),
        value: isUser(condition.propertyRef) ? (emails.get(condition.value) ?? condition.value) : condition.value,
      })),
      changes: changes.map((change) => {
        if (change['kind'] !== 'property') return change;
        const { propertyDefinitionId: propertyRef, value, ...rest } = change;
        return { ...rest, propertyRef, value: isUser(propertyRef) ? emailsOf(value) : value };
      }),
      followUps: followUps.map(({ userIds, ...rest }) =>
        userIds === undefined ? rest : { ...rest, users: emailsOf(userIds) },
      ),
    };
  }
}

function documentRecord(row: DocumentRow): DocumentRecord {
  const { originalName, mimeType, size, sha256, storageKey, versions, values, isRead, content } = row;
  const { drivers: _, history, ...facts } = row;
  const paths = filePathsOf(row);
  const current = versions.at(-1);
  const file: FileRecord = { path: pathOf(paths, storageKey), name: originalName, mimeType, size, sha256 };
  return withoutNulls({
    kind: 'document',
    ref: facts.ref,
    name: facts.name,
    file,
    fileVersion: current ? versionFacts(current) : null,
    earlierVersions:
      versions.length > 1
        ? versions.slice(0, -1).map((version) => ({
            path: pathOf(paths, version.storageKey),
            name: originalName,
            mimeType: version.mimeType,
            size: version.size,
            sha256: version.sha256,
            ...versionFacts(version),
          }))
        : null,
    createdAt: facts.createdAt,
    createdBy: facts.createdBy,
    updatedAt: facts.updatedAt,
    source: facts.source,
    documentDate: facts.documentDate,
    archiveNumber: facts.archiveNumber,
    notes: facts.notes,
    isInInbox: facts.isInInbox,
    deletedAt: facts.deletedAt,
    deletedBy: facts.deletedBy,
    tagRefs: facts.tagRefs,
    properties: groupedValues(values),
    content: content !== '' || isRead ? content : null,
    ocrLanguages: facts.ocrLanguages,
    history: history.map((entry) => withoutNulls(entry)),
  } satisfies OrNull<DocumentRecord>) as DocumentRecord;
}

function versionFacts({ version, createdAt, createdBy, change, restoredVersion }: VersionRow): FileVersion {
  return withoutNulls({ version, createdAt, createdBy, change, restoredVersion } satisfies OrNull<FileVersion>);
}

function groupedValues(values: DocumentRow['values']): NonNullable<DocumentRecord['properties']> {
  const grouped = new Map<string, DocumentRow['values'][number]['value'][]>();
  for (const { ref, value } of values) if (value !== null) grouped.set(ref, [...(grouped.get(ref) ?? []), value]);
  return Array.from(grouped, ([ref, all]) => ({ ref, values: all }));
}

/** Each file once, however many versions have it. */
function wantedFilesOf(row: DocumentRow): WantedFile[] {
  const { ref: documentRef, storageKey, size, sha256, versions, drivers } = row;
  const facts = new Map([...versions, { storageKey, size, sha256 }].map((file) => [file.storageKey, file]));
  return Array.from(filePathsOf(row), ([key, path]) => {
    const file = facts.get(key) ?? { size, sha256 };
    return { path, documentRef, storageKey: key, driver: drivers[key] ?? '', size: file.size, sha256: file.sha256 };
  });
}

function pathOf(paths: ReadonlyMap<string, string>, storageKey: string): string {
  const path = paths.get(storageKey);
  if (path === undefined) throw new Error(`the file ${storageKey} has no path`);
  return path;
}

/** Every field of a record, so that the compiler finds a forgotten one. */
type OrNull<Value> = { [Field in keyof Value]-?: Exclude<Value[Field], undefined> | null };
type WithoutNulls<Value> = { [Field in keyof Value as null extends Value[Field] ? never : Field]: Value[Field] } & {
  [Field in keyof Value as null extends Value[Field] ? Field : never]?: NonNullable<Value[Field]>;
};

function withoutNulls<Value extends object>(value: Value): WithoutNulls<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) as WithoutNulls<Value>;
}
