import { Module, type DynamicModule } from '@nestjs/common';
import type { ConfigClass } from '@archivolt/plugin-kit';

/** Makes loaded config classes injectable by their class, everywhere. */
@Module({})
export class ConfigModule {
  static with(configs: ReadonlyMap<ConfigClass, object>): DynamicModule {
    const providers = [...configs].map(([type, value]) => ({ provide: type, useValue: value }));
    return { module: ConfigModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
