import { Injectable, Logger } from '@nestjs/common';
import type { StorageDriver } from '@archivolt/plugin-kit';
import { PluginHost } from '#ground/plugin-host';
import { StorageUnavailable } from './storage.errors.js';

const CHECK_WITHIN_MS = 30_000;

/** The storage plugins: one writes new files, each of them reads and removes the files that it has. */
@Injectable()
export class StorageDrivers {
  readonly #logger = new Logger('Storage');

  constructor(
    private readonly host: PluginHost,
    /** The plugin that new files are written with. */
    readonly writerId: string,
    readonly writer: StorageDriver,
  ) {}

  /** Opens the writer, which must work. The others are opened when a file of theirs is needed. */
  static async open(host: PluginHost): Promise<StorageDrivers> {
    const chosen = host.chosen('storage');
    const writer = await host.open('storage', chosen);
    await writer.check(AbortSignal.timeout(CHECK_WITHIN_MS));
    return new StorageDrivers(host, chosen.plugin.id, writer);
  }

  /** Ids of the loaded plugins. */
  get ids(): string[] {
    return this.host.all('storage').map(({ plugin }) => plugin.id);
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
}
