import { createHash } from 'node:crypto';
import { realpath, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ArchiveRecord, ArchiveSource, FileRecord, PropertyRecord, ViewRecord } from '../../archive-records.js';
import { checkedFile } from '../checked-file.js';
import { openBelow, UnreadableSource } from '../open-below.js';
import {
  CORRESPONDENT,
  DOCUMENT_TYPE,
  DocumentRecords,
  STORAGE_PATH,
  type DocumentObjects,
} from './document-record.js';
import type { ExportTables, SavedView } from './export-tables.js';
import { refOf, textOf } from '../untrusted-values.js';
import { rereadObject, type ManifestObject, type Place } from './manifest-object.js';
import { readExport, readVersion } from './read-export.js';
import { queryOf } from './saved-view-query.js';

const SORT_FIELDS: Readonly<Record<string, string>> = {
  added: 'createdAt',
  created: 'documentDate',
  modified: 'updatedAt',
  score: 'relevance',
  title: 'name',
};

/**
 * The folder that `document_exporter` of Paperless-ngx has written, unpacked. Reads all its manifests and keeps where the
 * documents are. Throws UnreadableSource when the folder has no manifest that can be read.
 */
export async function openPaperlessExport(folder: string, signal: AbortSignal): Promise<ArchiveSource> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw new UnreadableSource(`The folder ${JSON.stringify(folder)} cannot be read.`, { cause: error });
  });
  const [tables, version] = [await readExport(root, signal), await readVersion(root)];
  return new PaperlessExport(root, tables, version);
}

class PaperlessExport implements ArchiveSource {
  readonly name: string;
  readonly id: string;

  constructor(
    private readonly root: string,
    private readonly tables: ExportTables,
    version: string | undefined,
  ) {
    this.name = version === undefined ? 'Paperless-ngx export' : `Paperless-ngx ${version} export`;
    // The next export of the same installation may be in another folder.
    const { firstUser } = tables;
    const fact = firstUser ? `${firstUser.pk} ${firstUser.joined}` : root;
    this.id = `paperless-ngx:${createHash('sha256').update(fact).digest('hex').slice(0, 32)}`;
  }

  async *records(signal: AbortSignal): AsyncGenerator<ArchiveRecord> {
    const unmapped = this.tables.unmapped.copy();
    const documents = new DocumentRecords(this.tables, unmapped);
    for (const { email, name, isAdmin } of this.tables.users.values())
      if (email !== undefined) yield { kind: 'member', email, name, role: isAdmin ? 'admin' : 'member' };
    yield* this.tables.tagRecords;
    yield* propertiesOf(this.tables);
    for await (const objects of this.#documents(signal)) yield documents.record(objects);
    yield* documents.links;
    for (const [ref, view] of this.tables.views) {
      const result = queryOf(view, this.tables);
      if ('query' in result) yield viewOf(ref, view, result.query, this.tables);
      else unmapped.add('saved view', textOf(view.fields['name']) ?? ref, result.reason);
    }
    yield* unmapped.records();
  }

  async open(file: FileRecord, signal: AbortSignal): Promise<Readable> {
    const opened = await openBelow(this.root, file.path);
    const checksum = this.tables.checksums.get(file.path);
    return checksum === undefined
      ? opened.createReadStream({ signal })
      : checkedFile(opened, file.path, checksum, signal);
  }

  async *#documents(signal: AbortSignal): AsyncGenerator<DocumentObjects> {
    const { documents, parts } = this.tables;
    const versions = Map.groupBy(documents.keys(), (pk) => this.tables.documentOf(pk) ?? pk);
    await using manifests = new Manifests(this.root);
    for (const [document, pks] of versions) {
      signal.throwIfAborted();
      const later = pks.filter((pk) => pk !== document).sort((a, b) => Number(a) - Number(b));
      const ordered = [document, ...later];
      const [first, ...others] = await manifests.read(ordered.flatMap((pk) => documents.get(pk)?.place ?? []));
      const found = await manifests.read(ordered.flatMap((pk) => parts.get(pk) ?? []));
      if (first) yield { versions: [first, ...others], parts: found };
    }
  }
}

/** Reads objects again, with one manifest open at a time. */
class Manifests implements AsyncDisposable {
  #open: { manifest: string; file: FileHandle } | undefined;

  constructor(private readonly root: string) {}

  async read(places: readonly Place[]): Promise<ManifestObject[]> {
    const objects: ManifestObject[] = [];
    for (const place of places) objects.push(await rereadObject(await this.#file(place.manifest), place));
    return objects;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open?.file.close();
  }

  async #file(manifest: string): Promise<FileHandle> {
    if (this.#open?.manifest !== manifest) {
      await this.#open?.file.close();
      this.#open = undefined;
      this.#open = { manifest, file: await openBelow(this.root, manifest) };
    }
    return this.#open.file;
  }
}

function propertiesOf(tables: ExportTables): PropertyRecord[] {
  const lists = [
    [CORRESPONDENT, 'Correspondent', tables.correspondents, 'correspondent'],
    [DOCUMENT_TYPE, 'Document type', tables.documentTypes, 'document_type'],
    [STORAGE_PATH, 'Storage path', tables.storagePaths, undefined],
  ] as const;
  const selects = lists.flatMap(([ref, name, table, role]): PropertyRecord[] => {
    const options = [...table].map(([option, optionName]) => ({ ref: option, name: optionName }));
    return options.length === 0
      ? []
      : [{ kind: 'property', ref, name, type: 'select', options, ...(role !== undefined && { role }) }];
  });
  return [...selects, ...[...tables.customFields.values()].flatMap((field) => field.properties())];
}

function viewOf(ref: string, { fields }: SavedView, query: string, { users }: ExportTables): ViewRecord {
  const { sort_field: sorted, sort_reverse: isReverse, display_mode: mode } = fields;
  const sortField = typeof sorted === 'string' && Object.hasOwn(SORT_FIELDS, sorted) ? SORT_FIELDS[sorted] : undefined;
  const owner = users.get(refOf(fields['owner']) ?? '')?.email;
  return {
    ...{ kind: 'view', ref, name: textOf(fields['name']) ?? ref, query },
    ...(fields['show_in_sidebar'] === true && { isPinned: true }),
    ...(sortField !== undefined && { sortField, sortOrder: isReverse === true ? 'desc' : 'asc' }),
    ...(typeof mode === 'string' && { layout: mode === 'table' ? 'list' : 'cards' }),
    ...(owner !== undefined && { privateTo: owner }),
  };
}
