import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { HostServices, PluginKind, PluginLifecycle, PluginManifest } from '@archivolt/plugin-kit';
import type { LoadedPlugin } from './load-plugins.js';

export type Declaration<Kind extends PluginKind> = NonNullable<PluginManifest['provides'][Kind]>;

/** The kinds whose plugins create an object in this process. */
export type CreatedKind = Exclude<PluginKind, 'ocr'>;

/** What `create` of a plugin of this kind returns. */
export type Instance<Kind extends CreatedKind> =
  Extract<Declaration<Kind>, { create: unknown }> extends { create(host: HostServices<object>): infer Created }
    ? Awaited<Created>
    : never;

/** A plugin and its declaration for one kind. */
export interface ProvidedBy<Kind extends PluginKind> {
  plugin: LoadedPlugin;
  declaration: Declaration<Kind>;
}

/** The loaded plugins; each capability gets the plugins of its kind here. */
@Injectable()
export class PluginHost implements BeforeApplicationShutdown {
  readonly #logger = new Logger('Plugins');
  readonly #opened = new Map<string, Promise<PluginLifecycle>>();

  constructor(
    readonly plugins: readonly LoadedPlugin[],
    private readonly shared: Pick<HostServices, 'controlSql' | 'dataDir' | 'http' | 'sql'>,
  ) {}

  all<Kind extends PluginKind>(kind: Kind): ProvidedBy<Kind>[] {
    return this.plugins.flatMap((plugin) => {
      const declaration = plugin.manifest.provides[kind];
      return declaration === undefined ? [] : [{ plugin, declaration }];
    });
  }

  /** Returns the plugin that is chosen among those of a kind of which one is used at a time. */
  chosen<Kind extends PluginKind>(kind: Kind): ProvidedBy<Kind> {
    const [first, ...others] = this.all(kind);
    if (!first) throw new Error(`no ${kind} plugin is loaded; take it out of PLUGINS_DISABLED or install one`);
    if (others.length > 0) {
      const ids = [first, ...others].map(({ plugin }) => plugin.id);
      throw new Error(`several ${kind} plugins are loaded (${ids.join(', ')}); name all but one in PLUGINS_DISABLED`);
    }
    return first;
  }

  /** Returns the configured instances of an intake. */
  instancesOf(plugin: LoadedPlugin): readonly { name: string; config: object }[] {
    return [{ name: 'default', config: plugin.config ?? {} }];
  }

  /**
   * Returns what the plugin creates for this kind, created and started once in this process. A failure is not kept: the
   * next call tries again.
   */
  async open<Kind extends CreatedKind>(
    kind: Kind,
    { plugin, declaration }: ProvidedBy<Kind>,
    instance = '',
  ): Promise<Instance<Kind>> {
    const key = `${kind} ${plugin.id} ${instance}`;
    const opened = this.#opened.get(key) ?? this.#start(plugin, declaration);
    this.#opened.set(key, opened);
    try {
      return (await opened) as Instance<Kind>;
    } catch (error) {
      if (this.#opened.get(key) === opened) this.#opened.delete(key);
      throw error;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const [key, opened] of [...this.#opened].reverse()) {
      try {
        await (await opened).close?.();
      } catch (error) {
        this.#logger.warn(`Could not close ${key}: ${(error as Error).message}`);
      }
    }
  }

  /** Returns the host services for a plugin. */
  servicesFor(plugin: LoadedPlugin): HostServices<object> {
    const logger = new Logger(plugin.id);
    return {
      config: plugin.config ?? {},
      ...this.shared,
      now: () => Date.now(),
      logger: {
        debug: (message) => logger.debug(message),
        info: (message) => logger.log(message),
        warn: (message) => logger.warn(message),
        error: (message, cause) => logger.error(message, cause instanceof Error ? cause.stack : undefined),
      },
    };
  }

  async #start(plugin: LoadedPlugin, declaration: Declaration<PluginKind>): Promise<PluginLifecycle> {
    if (!('create' in declaration)) throw new Error(`${plugin.id} creates nothing in this process`);
    const created: PluginLifecycle = await declaration.create(this.servicesFor(plugin));
    try {
      await created.start?.();
    } catch (error) {
      await created.close?.();
      throw error;
    }
    return created;
  }
}
