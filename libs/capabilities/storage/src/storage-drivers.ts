import { Injectable, Logger } from '@nestjs/common';
import type { StorageDriver, StoredObject } from '@archivolt/plugin-kit';
import { isLostConnection } from '#ground/database';
import { GatheredWork } from '#ground/kernel';
import { limitedCall, PluginHost } from '#ground/plugin-host';
import { MARKER_KEY, StorageMarkers } from './storage-markers.js';
import { StorageUnavailable } from './storage.errors.js';

/** A storage that does not answer must not keep later requests waiting; below the time limit of a request. */
export const ANSWERS_WITHIN_SECONDS = 15;
const ANY = Number.MAX_SAFE_INTEGER;

/** The storage plugins: one writes new files, each of them reads and removes the files that it has. */
@Injectable()
export class StorageDrivers {
  readonly #logger = new Logger('Storage');
  /** The marker of each storage that is known to be the right one, as it was then. */
  readonly #verified = new Map<string, StoredObject>();
  readonly #broken = new Set<string>();
  /** Under way, maybe for longer than anyone waits: each look at a disk that does not respond keeps a thread. */
  #check: Promise<void> | undefined;
  readonly #looks = new GatheredWork<string, undefined>(async (ids) => {
    await this.#look(ids[0] as string);
    return ids.map(() => undefined);
  }, ANY);

  constructor(
    private readonly host: PluginHost,
    private readonly markers: StorageMarkers,
    /** The plugin that new files are written with. */
    readonly writerId: string,
    readonly writer: StorageDriver,
  ) {}

  static async open(host: PluginHost, markers: StorageMarkers): Promise<StorageDrivers> {
    const chosen = host.chosen('storage');
    return new StorageDrivers(host, markers, chosen.plugin.id, await host.open('storage', chosen));
  }

  /** Ids of the loaded plugins. */
  get ids(): string[] {
    return this.host.all('storage').map(({ plugin }) => plugin.id);
  }

  /** Throws, with cause and remedy, when a plugin is not loaded. */
  requireLoaded(ids: readonly string[]): void {
    const unknown = ids.find((id) => !this.ids.includes(id));
    if (unknown === undefined) return;
    throw new Error(
      `the storage plugin ${unknown} is not loaded; loaded are: ${this.ids.join(', ')}.\n` +
        'Remedy: correct the name, take the plugin out of PLUGINS_DISABLED, or name its package in PLUGINS_EXTERNAL.',
    );
  }

  /** Throws, with cause and remedy, when new files cannot be written or would be written to the wrong place. */
  async checkWriter(signal?: AbortSignal): Promise<void> {
    const limits = { seconds: ANSWERS_WITHIN_SECONDS, signal };
    await limitedCall(this.writerId, limits, (ending) => (this.#check ??= this.#checkWriter(ending)));
  }

  async #checkWriter(signal: AbortSignal): Promise<void> {
    try {
      await this.writer.check(signal);
      await this.#verify(this.writerId, this.writer);
    } finally {
      this.#check = undefined;
    }
  }

  /** Throws {@link StorageUnavailable} when the plugin is not loaded or cannot be opened; the log has the reason. */
  async named(id: string): Promise<StorageDriver> {
    if (id === this.writerId) return this.writer;
    try {
      const found = this.host.all('storage').find(({ plugin }) => plugin.id === id);
      if (!found)
        throw new Error(
          'the plugin is not loaded.\n' +
            `Remedy: take ${id} out of PLUGINS_DISABLED, or install its package and name it in PLUGINS_EXTERNAL.`,
        );
      return await this.host.open('storage', found);
    } catch (error) {
      this.#logger.error(`The files of ${id} cannot be reached: ${(error as Error).message}`);
      throw StorageUnavailable({ cause: error });
    }
  }

  /** Throws {@link StorageUnavailable} before anything is written to a storage that is not known to be the right one. */
  async requireKnown(id: string): Promise<void> {
    if (!this.#verified.has(id)) await this.requirePresent(id);
  }

  /**
   * Throws {@link StorageUnavailable} when the storage is not the right one, or not there, at any time after the call: a
   * disk that is not mounted takes files, too, and has none of those that were there. Calls share a look.
   */
  async requirePresent(id: string): Promise<void> {
    await this.#looks.do(id, id);
  }

  /** A write or a read has failed for a reason that is not the file: the storage is verified before the next write. */
  suspect(id: string, error: unknown): void {
    this.#verified.delete(id);
    this.#report(id, error);
  }

  async #look(id: string): Promise<void> {
    const driver = await this.named(id);
    try {
      await limitedCall(id, { seconds: ANSWERS_WITHIN_SECONDS }, async () => {
        const verified = this.#verified.get(id);
        const marker = await driver.stat(MARKER_KEY);
        if (!verified || !marker || !isSame(marker, verified)) await this.#verify(id, driver);
      });
    } catch (error) {
      if (isOfAnotherCause(error)) throw error;
      this.suspect(id, error);
      throw StorageUnavailable({ cause: error });
    }
    if (this.#broken.delete(id)) this.#logger.log(`The files of ${id} can be used again.`);
  }

  async #verify(id: string, driver: StorageDriver): Promise<void> {
    this.#verified.delete(id);
    await this.markers.verify(id, driver);
    const marker = await driver.stat(MARKER_KEY);
    if (marker) this.#verified.set(id, marker);
  }

  /** Once for an outage. */
  #report(id: string, error: unknown): void {
    if (this.#broken.has(id)) return;
    this.#broken.add(id);
    this.#logger.error(`The files of ${id} cannot be used: ${(error as Error).message}`);
  }
}

/** What fails in this process or in the database says nothing about a storage. */
export function isOfAnotherCause(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'EMFILE' || code === 'ENFILE' || isLostConnection(error);
}

function isSame(one: StoredObject, other: StoredObject): boolean {
  return one.size === other.size && one.modifiedAt.getTime() === other.modifiedAt.getTime();
}
