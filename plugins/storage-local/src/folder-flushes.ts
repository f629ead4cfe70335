import { open } from 'node:fs/promises';

/**
 * Flushes folders: a file survives a power cut only when the folder that names it was flushed after it got its name.
 * Files that get their names while a folder is flushed share the next flush, which begins after all of them.
 */
export class FolderFlushes {
  /** By path: the flush under way, and the one that begins after it. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  /** Resolves after a flush that has begun after this call. */
  flush(path: string): Promise<void> {
    const known = this.#next.get(path);
    if (known) return known;
    const next = this.#after(this.#running.get(path), path);
    this.#next.set(path, next);
    return next;
  }

  async #after(running: Promise<void> | undefined, path: string): Promise<void> {
    await running?.catch(() => undefined); // its own callers get its error
    await Promise.resolve(); // `next` is known before it begins
    this.#next.delete(path);
    const flush = syncFolder(path);
    this.#running.set(path, flush);
    try {
      await flush;
    } finally {
      if (this.#running.get(path) === flush) this.#running.delete(path);
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened for flushing there
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
