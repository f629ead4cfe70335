import { lstat, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateFiles } from './private-files.js';

/** The limit for all documents together; beyond it the documents that have waited for longest start over. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * What was recognized of documents whose reading was interrupted, until they go on. The content is never looked at here:
 * a child wrote it and only a child of the same document reads it.
 */
export class RecognizedPages {
  private readonly documents = new Map<string, { path: string; bytes: number }>();
  private folder: Promise<string> | undefined;
  private kept = 0;
  private bytes = 0;

  constructor(private readonly files: PrivateFiles) {}

  /** The file with what is known of the document, if any. Its content must be copied, not changed. */
  of(document: string): string | undefined {
    return this.documents.get(document)?.path;
  }

  /** The documents whose pages are kept. */
  keptDocuments(): string[] {
    return [...this.documents.keys()];
  }

  /** Keeps the pages in the file at `path`, if there is one. True when there are more than before. */
  async keep(path: string | undefined, document: string): Promise<boolean> {
    if (path === undefined) return false;
    const found = await lstat(path).catch(() => undefined);
    const before = this.documents.get(document);
    const bytes = found?.size ?? 0;
    if (!found?.isFile() || bytes > MOST_BYTES || bytes <= (before?.bytes ?? 0)) return false;
    this.folder ??= this.files.makeFolder('pages');
    const kept = before?.path ?? join(await this.folder, String((this.kept += 1)));
    await rename(path, kept);
    this.documents.delete(document); // the order of the map is that of the last change
    this.documents.set(document, { path: kept, bytes });
    this.bytes += bytes - (before?.bytes ?? 0);
    for (const oldest of this.documents.keys()) if (this.bytes > MOST_BYTES) await this.forget(oldest);
    return true;
  }

  async forget(document: string): Promise<void> {
    const known = this.documents.get(document);
    if (!known) return;
    this.documents.delete(document);
    this.bytes -= known.bytes;
    await rm(known.path, { force: true });
  }
}
