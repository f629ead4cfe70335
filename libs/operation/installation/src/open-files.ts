import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { StorageModule } from '#capabilities/storage';
import { CoreModule } from './core.module.js';
import type { Installation } from './open-installation.js';

@Module({})
class FilesModule {
  static forRoot(installation: Installation): DynamicModule {
    return { module: FilesModule, imports: [CoreModule.forRoot(installation, { role: 'command' }), StorageModule] };
  }
}

/** Opens the services for files only, in the process of a running server, whose log they use. The caller closes them. */
export function openFiles(installation: Installation): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(FilesModule.forRoot(installation), { abortOnError: false });
}
