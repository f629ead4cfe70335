import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { makeZip } from 'client-zip';
import { PropertyValues } from '#archive/properties';
import { DocumentFilesRepository, type FiledDocument } from '#archive/documents';
import { Clock, type OrganizationContext } from '#ground/kernel';
import { OrganizationRepository } from '#people/organizations';
import { FileStore, StoredFileMissing } from '#capabilities/storage';
import { TagRepository } from '#archive/tags';
import { ArchiveAccess } from './archive-access.js';
import { ArchiveManifest, problemOf, type ManifestEntry, type Problem } from './archive-manifest.js';
import { ArchiveNames } from './archive-names.js';
import { ArchiveStream } from './archive-stream.js';
import { CheckedFile, readingProblem } from './checked-file.js';
import { DocumentArchiveRepository, type DocumentArchive } from './document-archive.repository.js';
import { inBlocks } from './in-blocks.js';
import { withZip64End } from './zip64-end.js';

const MANIFEST = 'manifest.json';
/** Documents that are read from the database together. */
const PAGE = 200;

export interface WriteOptions {
  /** False when the archive outlives the session of its caller. */
  needsSession: boolean;
  /** True to fail when the storage does, instead of leaving the document out. A file that is missing is left out always. */
  isStrict?: boolean;
  /** Called with the number of documents that are done. */
  onDocument?(done: number): void;
}

interface ZipEntry {
  name: string;
  lastModified: Date;
  input: AsyncIterable<Buffer>;
}

/** Stands in for a file that is not in the archive. */
type NotRead = Disposable & { problem: Problem };

/** The state of one archive that is being written. */
interface Writing extends Required<Omit<WriteOptions, 'onDocument'>>, Pick<WriteOptions, 'onDocument'> {
  ctx: OrganizationContext;
  archive: DocumentArchive;
  names: ArchiveNames;
  manifest: ArchiveManifest;
  /** The file that is being read, to be closed when the stream of the archive is destroyed. */
  open?: CheckedFile | undefined;
  isClosed: boolean;
  done: number;
  /** Files in the zip so far. */
  filesCount: number;
}

/**
 * Writes archives as zip, byte by byte as they are read: a page of documents, one open file and the directory of the zip
 * are in memory. Files are stored as they are, because most documents are compressed already.
 */
@Injectable()
export class WriteArchive {
  readonly #logger = new Logger('Archives');

  constructor(
    private readonly archives: DocumentArchiveRepository,
    private readonly documents: DocumentFilesRepository,
    private readonly tags: TagRepository,
    private readonly properties: PropertyValues,
    private readonly organizations: OrganizationRepository,
    private readonly access: ArchiveAccess,
    private readonly files: FileStore,
    private readonly clock: Clock,
  ) {}

  /** The bytes of the archive. Destroying the stream closes the file that is being read. */
  async open(archive: DocumentArchive, options: WriteOptions): Promise<Readable> {
    const ctx: OrganizationContext = { ...archive.requestedBy, organizationId: archive.organizationId };
    const organization = await this.organizations.find(ctx);
    const manifest = new ArchiveManifest({
      organization: { id: archive.organizationId, name: organization?.name ?? '' },
      createdAt: archive.createdAt.toISOString(),
    });
    const names = new ArchiveNames([MANIFEST]);
    const begin = { isClosed: false, done: 0, filesCount: 0 };
    const writing: Writing = { isStrict: false, ...options, ctx, archive, names, manifest, ...begin };
    const zip = makeZip(this.#entries(writing)).getReader();
    return new ArchiveStream(
      withZip64End(inBlocks(zip), () => writing.filesCount),
      () => {
        writing.isClosed = true;
        writing.open?.[Symbol.dispose]();
        manifest[Symbol.dispose]();
      },
    );
  }

  async *#entries(writing: Writing): AsyncIterable<ZipEntry> {
    const { archive, ctx, needsSession, manifest } = writing;
    for (let position = 0; position < archive.partsCount; position += 1) {
      const part = await this.archives.part(archive.id, position);
      if (!part) throw new Error(`the archive ${archive.id} was removed while it was written`);
      for (let start = 0; start < part.length; start += PAGE) {
        const ids = part.slice(start, start + PAGE);
        if (await this.access.mayRead(ctx, { needsSession })) yield* this.#page(writing, ids);
        else for (const id of ids) await this.#leaveOut(writing, { id, file: null }, 'forbidden');
      }
    }
    writing.filesCount += 1;
    yield { name: MANIFEST, lastModified: this.clock.now(), input: manifest.bytes() };
  }

  async *#page(writing: Writing, ids: readonly string[]): AsyncIterable<ZipEntry> {
    const { ctx } = writing;
    const [documents, tags, properties] = await Promise.all([
      this.documents.findInOrder(ctx, ids),
      this.tags.ofDocuments(ctx, ids),
      this.properties.ofDocuments(ctx, ids),
    ]);
    const found = new Map(documents.map((document) => [document.id, document]));
    for (const id of ids) {
      const document = found.get(id);
      if (!document) await this.#leaveOut(writing, { id, file: null }, 'deleted');
      else {
        const details = {
          tags: (tags.get(id) ?? []).map(({ name }) => name),
          properties: Object.fromEntries((properties.get(id) ?? []).map(({ key, value }) => [key, value])),
        };
        yield* this.#document(writing, document, details);
      }
    }
  }

  async *#document(writing: Writing, document: FiledDocument, details: object): AsyncIterable<ZipEntry> {
    const facts = { ...describe(document), ...details };
    using file = document.isInTrash ? notRead('trashed') : await this.#read(document, writing.isStrict);
    if (!(file instanceof CheckedFile)) {
      await this.#leaveOut(writing, { ...facts, file: null }, file.problem);
      return;
    }
    assertIsRead(writing);
    writing.open = file;
    const name = writing.names.take(document.name);
    writing.filesCount += 1;
    yield { name, lastModified: zipDate(document.createdAt), input: file.bytes() };
    writing.open = undefined;
    const entry = { ...facts, file: name };
    await (file.problem ? this.#leaveOut(writing, entry, file.problem) : this.#add(writing, entry));
  }

  async #read(document: FiledDocument, isStrict: boolean): Promise<CheckedFile | NotRead> {
    try {
      return new CheckedFile(await this.files.read(document.storageKey, { known: document }), isStrict);
    } catch (error) {
      const problem = StoredFileMissing.matches(error) ? 'missing' : readingProblem(error);
      if (isStrict && problem === 'unreadable') throw error;
      return notRead(problem);
    }
  }

  async #leaveOut(writing: Writing, entry: ManifestEntry, code: Problem): Promise<void> {
    const isFault = code === 'missing' || code === 'unreadable' || code === 'damaged';
    if (isFault) this.#logger.warn(`The file of the document ${entry.id} is ${code}: ${writing.archive.id} says so.`);
    await this.#add(writing, { ...entry, problem: problemOf(code) });
  }

  async #add(writing: Writing, entry: ManifestEntry): Promise<void> {
    assertIsRead(writing);
    await writing.manifest.add(entry);
    writing.done += 1;
    writing.onDocument?.(writing.done);
  }
}

function notRead(problem: Problem): NotRead {
  return { problem, [Symbol.dispose]: () => undefined };
}

/** Throws when the stream was destroyed meanwhile. */
function assertIsRead({ isClosed }: Writing): void {
  if (isClosed) throw new Error('the archive is not read any more');
}

function describe({ id, name, originalName, mimeType, size, sha256, createdAt, documentDate }: FiledDocument) {
  return {
    ...{ id, name, originalName, mimeType, size, sha256 },
    createdAt: createdAt.toISOString(),
    documentDate: documentDate?.toISOString() ?? null,
  };
}

/** The format begins in 1980. */
function zipDate(date: Date): Date {
  return date.getFullYear() < 1980 ? new Date(1980, 0, 1) : date;
}
