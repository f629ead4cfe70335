import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { cleanDocumentName, cleanFileName, cleanLine } from '@archivolt/plugin-kit';
import type { ArchiveRecord, ArchiveSource, DocumentRecord, FileRecord, TagRecord } from '../../archive-records.js';
import { sha256Of, withFile } from '../file-facts.js';
import { openBelow, UnreadableSource } from '../open-below.js';
import { pathBytes, pathText, readablePath } from '../path-text.js';
import { UnmappedThings } from '../unmapped-things.js';
import { walkTree, type TreeEntry } from '../walk-tree.js';
import { leftOut } from './left-out.js';

const SLASH = 0x2f;
const FOLDER = 'folder';
/** Before it, a time of a file was never set. */
const EARLIEST = Date.UTC(1980, 0, 2);

export interface FolderOptions {
  /**
   * What becomes of the folders in which a file is: a tag for each, one text property for all of them such as
   * `2024/Bills`, or nothing.
   */
  foldersAs: 'none' | 'property' | 'tags';
}

/** Files of a folder and the folders in it. Throws UnreadableSource when the folder cannot be read. */
export async function openFolderTree(folder: string, options: FolderOptions): Promise<ArchiveSource> {
  try {
    return new FolderTree(await realpath(folder), options);
  } catch (error) {
    throw new UnreadableSource(`The folder ${JSON.stringify(folder)} cannot be read.`, { cause: error });
  }
}

class FolderTree implements ArchiveSource {
  readonly name: string;
  readonly id: string;

  constructor(
    private readonly root: string,
    private readonly options: FolderOptions,
  ) {
    this.name = cleanLine(`Folder ${root}`, 200);
    this.id = `folder:${hashOf(Buffer.from(root))}`;
  }

  async *records(signal: AbortSignal): AsyncGenerator<ArchiveRecord> {
    const unmapped = new UnmappedThings();
    const tags = new Map<string, TagRecord>();
    if (this.options.foldersAs === 'tags') {
      for await (const { path } of this.#files(signal)) for (const tag of tagsOf(path)) tags.set(tag.ref, tag);
      yield* tags.values();
    }
    if (this.options.foldersAs === 'property') yield { kind: 'property', ref: FOLDER, name: 'Folder', type: 'text' };
    for await (const { path, name } of this.#files(signal, unmapped)) {
      const read = await withFile({ root: this.root, path, unmapped, signal }, async (file) => {
        const { size, mtimeMs } = await file.stat();
        return size === 0 ? { size } : { size, mtimeMs, sha256: await sha256Of(file, signal) };
      });
      if (read?.sha256 === undefined) {
        if (read) unmapped.add('file', readablePath(path), 'It is empty.');
        continue;
      }
      const { size, sha256, mtimeMs } = read;
      const known = tagsOf(path).filter(({ ref }) => tags.has(ref));
      yield {
        ...namesOf(name),
        ...{ kind: 'document', ref: `${hashOf(path)}-${sha256}` },
        file: { path: pathText(path), name: fileNameOf(name), size, sha256 },
        ...(mtimeMs >= EARLIEST && { createdAt: new Date(mtimeMs).toISOString() }),
        ...(known.length > 0 && { tagRefs: known.map(({ ref }) => ref) }),
        ...(this.options.foldersAs === 'property' && folderOf(path)),
      };
    }
    yield* unmapped.records();
  }

  async open(file: FileRecord, signal: AbortSignal): Promise<Readable> {
    return (await openBelow(this.root, pathBytes(file.path))).createReadStream({ signal });
  }

  async *#files(signal: AbortSignal, unmapped?: UnmappedThings): AsyncGenerator<TreeEntry> {
    const enters = (folder: TreeEntry): boolean => leftOut(folder) === undefined;
    for await (const entry of walkTree(this.root, signal, enters)) {
      const reason = leftOut(entry);
      if (reason) unmapped?.add(reason.what, readablePath(entry.path), reason.reason);
      else if (entry.kind === 'file') yield entry;
    }
  }
}

/** The folders on the way to a file, the outermost first. */
function* foldersOf(path: Buffer): Generator<Buffer> {
  for (let end = path.indexOf(SLASH); end >= 0; end = path.indexOf(SLASH, end + 1)) yield path.subarray(0, end);
}

function tagsOf(path: Buffer): TagRecord[] {
  const tags: TagRecord[] = [];
  for (const folder of foldersOf(path)) {
    const name = readablePath(folder.subarray(folder.lastIndexOf(SLASH) + 1));
    const above = tags.at(-1);
    tags.push({ kind: 'tag', ref: hashOf(folder), name, ...(above && { parentRef: above.ref }) });
  }
  return tags;
}

function folderOf(path: Buffer): Pick<DocumentRecord, 'properties'> {
  const end = path.lastIndexOf(SLASH);
  if (end < 0) return {};
  return { properties: [{ ref: FOLDER, values: [cleanLine(readablePath(path.subarray(0, end)))] }] };
}

function namesOf(name: Buffer): Pick<DocumentRecord, 'name'> {
  return { name: cleanDocumentName(readablePath(name)).trim() || 'unnamed' };
}

function fileNameOf(name: Buffer): string {
  return cleanFileName(readablePath(name)).trim() || 'unnamed';
}

/** Paths may be longer than a ref, and not UTF-8. */
function hashOf(path: Buffer): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}
