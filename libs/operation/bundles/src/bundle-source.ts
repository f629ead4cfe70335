import { createHash } from 'node:crypto';
import { lstat, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import {
  openBelow,
  type ArchiveRecord,
  type ArchiveSource,
  type DocumentRecord,
  type FileRecord,
} from '#operation/imports';
import { BundleError } from './bundle-error.js';
import { isFilePath } from './file-paths.js';
import { readLines } from './lines.js';
import { readManifest, recordFileOf, type LostFile, type Manifest, type RecordFile } from './manifest.js';
import { RECORD_SHAPES } from './record-shapes.js';
import { checkShape } from './shapes.js';

/** Faults that the error names. */
const MOST_NAMED_FAULTS = 20;
const KEPT_FAULTS = 10_000;

/** The bundle in a folder, all of whose record files were read and compared with the manifest. */
export class BundleSource implements ArchiveSource {
  readonly id: string;
  readonly name: string;
  readonly #lost: ReadonlyMap<string, LostFile>;

  private constructor(
    /** Without symbolic links. */
    private readonly root: string,
    readonly manifest: Manifest,
  ) {
    const { organization, version, createdAt } = manifest;
    this.id = `archivolt:${organization.ref}`;
    this.name = `Archivolt ${version}, bundle of ${organization.name} of ${createdAt}`;
    this.#lost = new Map(manifest.files.lost.map((lost) => [lost.path, lost]));
  }

  /**
   * Reads all records and looks at every file first. Throws `BundleError` when the manifest is missing, cut or unknown, a
   * file of records is not what was written, a record has another shape, or a file of a document is not there.
   */
  static async open(folder: string, signal: AbortSignal): Promise<BundleSource> {
    const manifest = await readManifest(folder);
    const source = new BundleSource(await realpath(folder), manifest);
    const faults: string[] = [];
    for (const file of manifest.records) {
      const fault = await source.#faultOf(file);
      if (fault !== undefined) faults.push(fault);
    }
    if (faults.length === 0) for await (const fault of source.#faultsOfRecords(signal)) faults.push(fault);
    if (faults.length === 0) return source;
    const named = faults.slice(0, MOST_NAMED_FAULTS).join('\n');
    const more = faults.length > MOST_NAMED_FAULTS ? `\nand ${faults.length - MOST_NAMED_FAULTS} more` : '';
    throw new BundleError(`the bundle ${folder} is damaged:\n${named}${more}`);
  }

  /** Files that the archive had lost when the bundle was made are left out of the versions, and named as unmapped. */
  async *records(signal: AbortSignal): AsyncIterable<ArchiveRecord> {
    for (const file of this.manifest.records)
      for await (const { record } of this.#read(file, signal))
        yield record.kind === 'document' ? this.#withoutLostVersions(record) : record;
    for await (const version of this.#lostVersions(signal)) yield version;
  }

  async open(file: FileRecord, signal: AbortSignal): Promise<Readable> {
    const { path } = file;
    const lost = this.#lost.get(path);
    if (lost) throw new BundleError(`${path} is not in the bundle, because the archive had lost it: ${lost.reason}`);
    const found = await this.#find(path);
    if (typeof found === 'string') throw new BundleError(found);
    const opening = () => openBelow(this.root, relative(this.root, found.path));
    return Readable.from(checked(opening, file, signal), { objectMode: false });
  }

  async #faultOf({ kind, bytes }: RecordFile): Promise<string | undefined> {
    const path = recordFileOf(kind);
    const found = await lstat(join(this.root, path)).catch(() => undefined);
    if (found === undefined) return `${path} is missing`;
    if (!found.isFile()) return `${path} is not a plain file`;
    return found.size === bytes ? undefined : `${path} has ${found.size} bytes instead of ${bytes}`;
  }

  /** The first fault of each file of records, and the missing files of documents. */
  async *#faultsOfRecords(signal: AbortSignal): AsyncIterable<string> {
    for (const file of this.manifest.records) {
      let missing = 0;
      try {
        for await (const { record, line } of this.#read(file, signal)) {
          if (record.kind !== 'document' || missing >= KEPT_FAULTS) continue;
          for await (const fault of this.#faultsOfFiles(record)) {
            missing += 1;
            yield `${recordFileOf('document')}, line ${line}: ${fault}`;
          }
        }
      } catch (error) {
        if (!(error instanceof BundleError)) throw error;
        yield error.message;
      }
    }
  }

  async *#faultsOfFiles({ file, earlierVersions = [] }: DocumentRecord): AsyncIterable<string> {
    for (const { path, size } of [file, ...earlierVersions]) {
      if (this.#lost.has(path)) continue;
      const found = await this.#find(path);
      if (typeof found === 'string') yield found;
      else if (size !== undefined && found.size !== size) yield `${path} has ${found.size} bytes instead of ${size}`;
    }
  }

  async *#read(file: RecordFile, signal: AbortSignal): AsyncIterable<{ record: ArchiveRecord; line: number }> {
    const path = recordFileOf(file.kind);
    let count = 0;
    for await (const { number, value } of readLines(this.root, path, file, { signal })) {
      try {
        checkShape(RECORD_SHAPES[file.kind], value);
      } catch (error) {
        throw new BundleError(`${path}, line ${number}: ${(error as Error).message}`);
      }
      count += 1;
      yield { record: value as ArchiveRecord, line: number };
    }
    if (count !== file.records) throw new BundleError(`${path} has ${count} records instead of ${file.records}`);
  }

  /** The file below the folder, or a sentence why there is none. */
  async #find(path: string): Promise<string | { path: string; size: number }> {
    if (!isFilePath(path)) return `"${path}" is not a path in the folder "files"`;
    // macOS may have changed the form of accents when the folder was copied.
    // eslint-disable-next-line no-restricted-syntax -- a path has at most 1,000 characters
    for (const form of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
      const full = join(this.root, form);
      const real = await realpath(full).catch(() => undefined);
      if (real === undefined) continue;
      if (!real.startsWith(join(this.root, 'files') + sep)) return `${path} leads out of the folder "files"`;
      const found = await lstat(full);
      return found.isFile() ? { path: real, size: found.size } : `${path} is not a plain file`;
    }
    return `${path} is missing`;
  }

  #withoutLostVersions(record: DocumentRecord): DocumentRecord {
    const { earlierVersions } = record;
    if (!earlierVersions?.some(({ path }) => this.#lost.has(path))) return record;
    return { ...record, earlierVersions: earlierVersions.filter(({ path }) => !this.#lost.has(path)) };
  }

  async *#lostVersions(signal: AbortSignal): AsyncIterable<ArchiveRecord> {
    const documents = this.manifest.records.find(({ kind }) => kind === 'document');
    if (this.#lost.size === 0 || !documents) return;
    for await (const { record } of this.#read(documents, signal)) {
      if (record.kind !== 'document') continue;
      for (const { path, version } of record.earlierVersions ?? []) {
        const lost = this.#lost.get(path);
        if (lost)
          yield {
            kind: 'unmapped',
            what: 'earlier version',
            name: `${record.name}, version ${version}`,
            reason: lost.reason,
          };
      }
    }
  }
}

/** Ends with an error instead of the last bytes when they are not those that the record names. */
async function* checked(
  open: () => Promise<FileHandle>,
  { path, sha256, size }: FileRecord,
  signal: AbortSignal,
): AsyncIterable<Buffer> {
  const file = await open();
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Buffer | undefined;
  for await (const chunk of file.createReadStream({ signal }) as AsyncIterable<Buffer>) {
    if (held) yield held;
    hash.update(chunk);
    bytes += chunk.length;
    held = chunk;
  }
  if ((size !== undefined && bytes !== size) || (sha256 !== undefined && hash.digest('hex') !== sha256))
    throw new BundleError(`${path} has other bytes than those that were written`);
  if (held) yield held;
}
