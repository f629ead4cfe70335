import { once } from 'node:events';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';

/** Why a document, or a part of it, is not in the archive. */
export const PROBLEMS = {
  trashed: 'The document is in the trash.',
  deleted: 'The document was deleted.',
  forbidden: 'You may no longer read the documents of this organization.',
  missing: 'The stored file is missing.',
  unreadable: 'The stored file could not be read to its end; what could be read is in the archive.',
  damaged: 'The stored file is not the one that was uploaded: its size or its checksum is another one.',
} as const;

export type Problem = keyof typeof PROBLEMS;

/** What the manifest says of one document. */
export interface ManifestEntry {
  id: string;
  /** Its file in the archive; null when there is none. */
  file: string | null;
  problem?: { code: Problem; message: string };
}

export interface ManifestHead {
  organization: { id: string; name: string };
  createdAt: string;
}

const COUNTED = { documentsCount: 0, filesCount: 0, problemsCount: 0 };

/**
 * The list of an archive, as JSON. It is the last file of the archive, because it says what became of the others; until
 * then it is kept compressed, about a hundred bytes for each document.
 */
export class ArchiveManifest implements Disposable {
  readonly #packed: Buffer[] = [];
  readonly #deflate = createDeflateRaw();
  readonly #counts = { ...COUNTED };

  constructor(head: ManifestHead) {
    this.#deflate.on('data', (chunk: Buffer) => this.#packed.push(chunk));
    const { organization, createdAt } = head;
    const fields = `"organization": ${JSON.stringify(organization)},\n"createdAt": ${JSON.stringify(createdAt)}`;
    this.#deflate.write(`{\n${fields},\n"documents": [`);
  }

  async add(entry: ManifestEntry): Promise<void> {
    this.#counts.documentsCount += 1;
    if (entry.file !== null) this.#counts.filesCount += 1;
    if (entry.problem) this.#counts.problemsCount += 1;
    const separator = this.#counts.documentsCount === 1 ? '' : ',';
    if (!this.#deflate.write(`${separator}\n${JSON.stringify(entry)}`)) await once(this.#deflate, 'drain');
  }

  /** The whole manifest, to be read once, after the last entry. */
  async *bytes(): AsyncIterable<Buffer> {
    const rest = JSON.stringify(this.#counts).slice(1);
    this.#deflate.end(`\n],\n${rest}\n`);
    await once(this.#deflate, 'end');
    const inflate = createInflateRaw();
    const write = async () => {
      for (const chunk of this.#packed) if (!inflate.write(chunk)) await once(inflate, 'drain');
      inflate.end();
    };
    const written = write();
    yield* inflate as AsyncIterable<Buffer>;
    await written;
  }

  [Symbol.dispose](): void {
    this.#deflate.destroy();
    this.#packed.length = 0;
  }
}

export function problemOf(code: Problem): { code: Problem; message: string } {
  return { code, message: PROBLEMS[code] };
}
