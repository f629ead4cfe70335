import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { HostServices, PluginKind, PluginManifest } from '@archivolt/plugin-kit';
import { PluginsConfig } from '#config/plugins';
import type { Clock } from '#ground/kernel';
import { chosenPlugin, isInUse, type ChosenKind } from './choose-plugins.js';
import { mistakeInCreated } from './created-methods.js';
import { extractionSteps } from './extraction-steps.js';
import { placeOf, reasonOf } from './fault-place.js';
import type { LoadedPlugin } from './load-plugins.js';
import { OpenedPlugin, type OpenedState } from './opened-plugin.js';
import type { PluginInstance } from './plugin-instances.js';
import type { CreatedKind } from '@archivolt/plugin-kit/manifest';
import { stateOf } from './plugin-state.js';
import { withoutSecrets } from './without-secrets.js';

export type Declaration<Kind extends PluginKind> = NonNullable<PluginManifest['provides'][Kind]>;

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

/** How a plugin does in this process. */
export interface PluginStatus {
  /** `not started` until its first use; a plugin that creates nothing in this process is `ready`. */
  state: OpenedState;
  /** What the last start or check said, without secrets. */
  lastError: string | undefined;
}

/** What the services of every plugin are made of; its network depends on its settings. */
export interface SharedServices extends Pick<HostServices, 'controlSql' | 'dataDir' | 'sql'> {
  networkFor(settings: object): Pick<HostServices, 'http' | 'lookup'>;
  clock: Clock;
}

export interface PluginHostOptions {
  /** Chooses among plugins of one kind. */
  choices?: PluginsConfig;
  /** For tests. */
  timeLimit?: number;
}

interface Opened {
  kind: CreatedKind;
  plugin: LoadedPlugin;
  opened: OpenedPlugin;
}

/** The instance that stands for the plugin itself, in the keys of its state. */
const ITSELF = '';

/** The loaded plugins; each capability gets the plugins of its kind here. */
@Injectable()
export class PluginHost implements OnApplicationShutdown {
  readonly #logger = new Logger('Plugins');
  /** In the order in which they were opened first. */
  readonly #opened = new Map<string, Opened>();
  readonly #choices: PluginsConfig;

  constructor(
    readonly plugins: readonly LoadedPlugin[],
    private readonly shared: SharedServices,
    private readonly options: PluginHostOptions = {},
  ) {
    this.#choices = options.choices ?? new PluginsConfig();
  }

  all<Kind extends PluginKind>(kind: Kind): ProvidedBy<Kind>[] {
    return this.plugins.flatMap((plugin) => {
      const declaration = plugin.manifest.provides[kind];
      return declaration === undefined ? [] : [{ plugin, declaration }];
    });
  }

  /** Returns the plugin that a setting such as `SEARCH_PLUGIN` chooses among those of its kind. */
  chosen<Kind extends ChosenKind>(kind: Kind): ProvidedBy<Kind> {
    const found = this.chosenOrNone(kind);
    if (!found) throw new Error(`no ${kind} plugin is in use; install one, or take it out of PLUGINS_DISABLED`);
    return found;
  }

  /** As {@link chosen}; `undefined` when none is loaded, or none is used until the setting names one. */
  chosenOrNone<Kind extends ChosenKind>(kind: Kind): ProvidedBy<Kind> | undefined {
    const plugin = chosenPlugin(kind, this.plugins, this.#choices);
    return this.all(kind).find((provided) => provided.plugin === plugin);
  }

  /** Returns the ids of the plugins that extract texts, in the order in which `CONTENT_EXTRACTION_STRATEGY` names them. */
  extractionSteps(): string[][] {
    return extractionSteps(this.plugins, this.#choices.extractionStrategy).map((step) => step.map(({ id }) => id));
  }

  /** Returns the configured instances of a plugin; one that has none has the instance `default`. */
  instancesOf(plugin: LoadedPlugin): readonly PluginInstance[] {
    return plugin.instances ?? [{ name: 'default', config: plugin.config ?? {} }];
  }

  /**
   * Returns what the plugin creates for this kind, created and started once in this process, for intakes once for each
   * instance. A failure is not kept: a later call tries again, after a pause that grows from 1 to 30 seconds, and calls
   * during the pause fail with the same message. Throws a `PermanentPluginError` when the plugin threw one, otherwise a
   * `TransientPluginError`.
   */
  async open<Kind extends CreatedKind>(
    kind: Kind,
    { plugin, declaration }: ProvidedBy<Kind>,
    instance: string = ITSELF,
  ): Promise<Instance<Kind>> {
    const key = `${kind} ${plugin.id} ${instance}`;
    let entry = this.#opened.get(key);
    if (!entry) this.#opened.set(key, (entry = this.#entry(kind, plugin, declaration, instance)));
    return (await entry.opened.open()) as Instance<Kind>;
  }

  /** Returns how a plugin does, as its last starts and checks in this process have shown. */
  statusOf(plugin: LoadedPlugin): PluginStatus {
    const entries = this.#entriesOf(plugin);
    const failing = entries.find(({ opened }) => opened.state === 'failing');
    if (failing) return { state: 'failing', lastError: failing.opened.lastError };
    const isReady = entries.some(({ opened }) => opened.isReady) || !createsObjects(plugin);
    return { state: isReady ? 'ready' : 'not started', lastError: undefined };
  }

  /** Calls `check` of everything that is started, all at once; `statusOf` then returns the results. */
  async checkStarted(signal: AbortSignal, timeLimit?: number): Promise<void> {
    await Promise.allSettled([...this.#opened.values()].map(({ opened }) => opened.check(signal, timeLimit)));
  }

  /**
   * Starts every plugin that this installation uses and checks it. Returns the errors by plugin; a plugin that is not
   * chosen by its setting is left alone.
   */
  async checkAll(signal: AbortSignal): Promise<{ plugin: LoadedPlugin; error: string }[]> {
    const used = this.plugins.flatMap((plugin) => kindsOfObjects(plugin).map((kind) => ({ plugin, kind })));
    const checked = used
      .filter(({ plugin, kind }) => isInUse(kind, plugin, this.plugins, this.#choices))
      .flatMap(({ plugin, kind }) => this.#namesOf(kind, plugin).map((instance) => ({ plugin, kind, instance })));
    const results = await Promise.all(
      checked.map(async ({ plugin, kind, instance }) => {
        try {
          const declaration = plugin.manifest.provides[kind] as Declaration<CreatedKind>;
          await this.open(kind, { plugin, declaration }, instance);
          await this.#opened.get(`${kind} ${plugin.id} ${instance}`)?.opened.check(signal);
          return [];
        } catch (error) {
          return [{ plugin, error: (error as Error).message }];
        }
      }),
    );
    return results.flat();
  }

  /** After the last request and the last job: closes everything, what was opened last first. */
  async onApplicationShutdown(): Promise<void> {
    for (const { opened } of [...this.#opened.values()].reverse()) await opened.close();
  }

  /** Returns the host services for a plugin, or for one of its instances. */
  servicesFor(plugin: LoadedPlugin, instance: string = ITSELF): HostServices<object> {
    const logger = new Logger(instance === ITSELF ? plugin.id : `${plugin.id} ${instance}`);
    const configured = this.instancesOf(plugin).find(({ name }) => name === instance);
    const config = configured?.config ?? plugin.config ?? {};
    const { networkFor, clock, ...shared } = this.shared;
    return {
      config,
      ...shared,
      ...networkFor(config),
      state: stateOf(plugin.id, instance, this.shared.sql),
      now: () => clock.now().getTime(),
      logger: {
        debug: (message) => logger.debug(message),
        info: (message) => logger.log(message),
        warn: (message) => logger.warn(message),
        error: (message, cause) => logger.error(message, cause instanceof Error ? cause.stack : undefined),
      },
    };
  }

  #entriesOf(plugin: LoadedPlugin): Opened[] {
    return [...this.#opened.values()].filter((entry) => entry.plugin === plugin);
  }

  /** Intakes are opened for each instance, other kinds once. */
  #namesOf(kind: CreatedKind, plugin: LoadedPlugin): string[] {
    return kind === 'intake' ? this.instancesOf(plugin).map(({ name }) => name) : [ITSELF];
  }

  #entry(kind: CreatedKind, plugin: LoadedPlugin, declaration: Declaration<CreatedKind>, instance: string): Opened {
    const name = instance === ITSELF ? plugin.id : `${plugin.id} (${instance})`;
    const opened = new OpenedPlugin({
      create: async () => {
        if (!('create' in declaration)) throw new Error(`it creates nothing for ${kind} in this process`);
        const created = await declaration.create(this.servicesFor(plugin, instance));
        const mistake = mistakeInCreated(kind, created);
        if (mistake !== undefined) throw new Error(`${mistake}.\nRemedy: correct provides.${kind}.create`);
        return created;
      },
      describe: (error) => withoutSecrets(description(name, plugin, error), plugin),
      warn: (message) => this.#logger.warn(message),
      now: () => this.shared.clock.now().getTime(),
      ...(this.options.timeLimit === undefined ? {} : { timeLimit: this.options.timeLimit }),
    });
    return { kind, plugin, opened };
  }
}

function kindsOfObjects({ kinds, manifest }: LoadedPlugin): CreatedKind[] {
  return kinds.filter((kind): kind is CreatedKind => 'create' in (manifest.provides[kind] ?? {}));
}

function createsObjects(plugin: LoadedPlugin): boolean {
  return kindsOfObjects(plugin).length > 0;
}

/** Names the plugin, the place in its files, and the remedy that the plugin itself names or one that always helps. */
function description(name: string, { folder, manifest }: LoadedPlugin, error: unknown): string {
  const [reason = '', remedy] = reasonOf(error)
    .split('Remedy: ', 2)
    .map((part) => part.trim().replace(/\.$/, ''));
  const place = folder === undefined ? undefined : placeOf(error, folder);
  const settings = manifest.config ? ', and that its settings are right' : '';
  return (
    `the plugin ${name} does not work: ${reason}${place === undefined ? '' : ` (${place})`}.\n` +
    `Remedy: ${remedy ?? `make sure that what it needs is there${settings}; PLUGINS_DISABLED=${manifest.id} leaves it out`}.`
  );
}
