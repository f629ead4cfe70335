import { Module } from '@nestjs/common';
import { PluginHost } from '#libs/plugin-host';
import { FreeSpace } from './free-space.js';
import { FileStore, STORAGE_DRIVER } from './file-store.js';
import { StoredFilesCheck } from './stored-files.check.js';

@Module({
  providers: [
    {
      provide: STORAGE_DRIVER,
      inject: [PluginHost],
      useFactory: async (host: PluginHost) => {
        const { plugin, declaration } = host.chosen('storage');
        const driver = await host.open('storage', { plugin, declaration });
        await driver.check(AbortSignal.timeout(30_000));
        return driver;
      },
    },
    FileStore,
    FreeSpace,
    StoredFilesCheck,
  ],
  exports: [FileStore],
})
export class StorageModule {}
