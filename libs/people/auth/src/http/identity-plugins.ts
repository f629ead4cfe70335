import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { PermanentPluginError } from '@archivolt/plugin-kit';
import type { Clock, Timer } from '#ground/kernel';
import type { PluginHost, ProvidedBy } from '#ground/plugin-host';
import { mistakeInIdentity } from './identity-mistakes.js';
import type { OpenedIdentity } from './opened-identity.js';

const RETRY_MS = 30_000;

/**
 * The identity plugins of this process. One that cannot start now is left out of sign-in and started again later; one
 * that can never work stops the start of the server.
 */
export class IdentityPlugins implements BeforeApplicationShutdown {
  readonly #logger = new Logger('Auth');
  #opened: OpenedIdentity[] = [];
  /** Plugins that are opened, or can never work. */
  readonly #settled = new Set<string>();
  #retry: Timer | undefined;
  #isStopping = false;

  private constructor(
    private readonly host: PluginHost,
    private readonly clock: Clock,
  ) {}

  static async open(host: PluginHost, clock: Clock): Promise<IdentityPlugins> {
    const plugins = new IdentityPlugins(host, clock);
    await plugins.#openAll();
    return plugins;
  }

  /** Another array whenever a plugin was added. */
  get opened(): readonly OpenedIdentity[] {
    return this.#opened;
  }

  beforeApplicationShutdown(): void {
    this.#isStopping = true;
    this.#retry?.cancel();
  }

  async #openAll(): Promise<void> {
    for (const provided of this.#missing()) await this.#open(provided);
    this.#retryLater();
  }

  #missing(): ProvidedBy<'identity'>[] {
    return this.host.all('identity').filter(({ plugin: { id } }) => !this.#settled.has(id));
  }

  #retryLater(): void {
    if (this.#isStopping || this.#missing().length === 0) return;
    this.#retry = this.clock.after(RETRY_MS, () => {
      void this.#openAll().catch((error: unknown) => {
        this.#logger.error((error as Error).message);
        this.#retryLater();
      });
    });
  }

  async #open(provided: ProvidedBy<'identity'>): Promise<void> {
    const { id: pluginId } = provided.plugin;
    try {
      const identity = await this.host.open('identity', provided);
      const mistake = mistakeInIdentity(pluginId, identity, this.#opened);
      if (mistake !== undefined)
        throw new PermanentPluginError(
          `the plugin ${pluginId} cannot be used: ${mistake}.\nRemedy: correct it, or name it in PLUGINS_DISABLED`,
        );
      this.#opened = [...this.#opened, { pluginId, identity }];
      this.#settled.add(pluginId);
    } catch (error) {
      if (error instanceof PermanentPluginError) {
        this.#settled.add(pluginId);
        throw error;
      }
      this.#logger.error(
        `${pluginId} cannot be started, so its ways to sign in are not available; the next attempt is in ` +
          `${RETRY_MS / 1000} s: ${(error as Error).message}`,
      );
    }
  }
}
