import { watch, type FSWatcher } from 'node:fs';
import type { PluginLogger } from '@archivolt/plugin-kit';

/** The systems limit how many folders a user may watch. */
const MOST_FOLDERS = 1_000;

/** Tells when something has come into a folder, so that it is found before the next regular look. Not to be relied on. */
export class FolderHints {
  readonly #watchers = new Map<string, FSWatcher>();
  #isOff: boolean;

  constructor(
    private readonly onHint: () => void,
    private readonly logger: PluginLogger,
    { isOff }: { isOff: boolean },
  ) {
    this.#isOff = isOff;
  }

  add(folder: string): void {
    if (this.#isOff || this.#watchers.has(folder) || this.#watchers.size >= MOST_FOLDERS) return;
    try {
      const watcher = watch(folder, { persistent: false });
      watcher.on('change', (kind) => {
        if (kind === 'rename') this.onHint(); // something came, went or has another name
      });
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      this.#isOff = true;
      this.logger.warn(`The folders are looked at in regular intervals only: ${message}`);
    }
  }

  /** Stops watching the folders that are gone. */
  keepOnly(folders: ReadonlySet<string>): void {
    for (const folder of this.#watchers.keys()) if (!folders.has(folder)) this.#drop(folder);
  }

  close(): void {
    this.#isOff = true;
    for (const folder of this.#watchers.keys()) this.#drop(folder);
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
