import { Injectable, Logger } from '@nestjs/common';
import type { HostServices, PluginKind, PluginManifest } from '@archivolt/plugin-kit';
import type { LoadedPlugin } from './load-plugins.js';

type Declaration<Kind extends PluginKind> = NonNullable<PluginManifest['provides'][Kind]>;

/** A plugin and its declaration for one kind. */
export interface ProvidedBy<Kind extends PluginKind> {
  plugin: LoadedPlugin;
  declaration: Declaration<Kind>;
}

/** The loaded plugins; each capability gets the plugins of its kind here. */
@Injectable()
export class PluginHost {
  constructor(
    readonly plugins: readonly LoadedPlugin[],
    private readonly shared: Pick<HostServices, 'controlSql' | 'dataDir' | 'sql'>,
  ) {}

  all<Kind extends PluginKind>(kind: Kind): ProvidedBy<Kind>[] {
    return this.plugins.flatMap((plugin) => {
      const declaration = plugin.manifest.provides[kind];
      return declaration === undefined ? [] : [{ plugin, declaration }];
    });
  }

  /** Returns the single plugin of a kind that requires exactly one. */
  only<Kind extends PluginKind>(kind: Kind): ProvidedBy<Kind> {
    const [first, ...others] = this.all(kind);
    if (!first) throw new Error(`no ${kind} plugin is loaded; take it out of PLUGINS_DISABLED or install one`);
    if (others.length > 0) {
      const ids = [first, ...others].map(({ plugin }) => plugin.id);
      throw new Error(`several ${kind} plugins are loaded (${ids.join(', ')}); name all but one in PLUGINS_DISABLED`);
    }
    return first;
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
}
