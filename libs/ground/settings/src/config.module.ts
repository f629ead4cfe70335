import { Module, type DynamicModule } from '@nestjs/common';
import type { ConfigClass } from '@archivolt/plugin-kit';

/**
 * All config classes of the server with their loaded values, for code that lists settings. Code that uses one setting
 * injects its class.
 */
export const LOADED_CONFIGS = Symbol.for('archivolt.config.loaded');

/** Makes loaded config classes injectable by their class in every module. */
@Module({})
export class ConfigModule {
  static forRoot(configs: ReadonlyMap<ConfigClass, object>): DynamicModule {
    const providers = [
      ...[...configs].map(([type, value]) => ({ provide: type, useValue: value })),
      { provide: LOADED_CONFIGS, useValue: configs },
    ];
    return { module: ConfigModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
