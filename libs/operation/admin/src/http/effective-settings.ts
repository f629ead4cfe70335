import { Inject, Injectable } from '@nestjs/common';
import { envVariables, type ConfigClass } from '@archivolt/plugin-kit';
import { LOADED_CONFIGS } from '#ground/settings';
import { PluginHost } from '#ground/plugin-host';
import type { SettingView } from './instance.view.dto.js';

@Injectable()
export class EffectiveSettings {
  constructor(
    @Inject(LOADED_CONFIGS) private readonly configs: ReadonlyMap<ConfigClass, object>,
    private readonly plugins: PluginHost,
  ) {}

  /** Returns all settings, sorted by name. */
  list(): SettingView[] {
    const own = [...this.configs].flatMap(([type, config]) => settingsOf(type, config, null));
    const ofPlugins = this.plugins.plugins.flatMap(({ id, manifest, config }) =>
      manifest.config && config ? settingsOf(manifest.config, config, id) : [],
    );
    return [...own, ...ofPlugins].sort((a, b) => a.name.localeCompare(b.name));
  }
}

function settingsOf(type: ConfigClass, config: object, plugin: string | null): SettingView[] {
  return envVariables(type).map(({ name, property, secret = false }) => {
    const value = (config as Record<string, boolean | number | string | string[] | undefined>)[property];
    const isSet = value !== undefined;
    return { name, value: isSet && !secret ? String(value) : null, isSet, isSecret: secret, plugin };
  });
}
