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
        const { plugin, declaration } = host.only('storage');
        const driver = await declaration.create(host.servicesFor(plugin));
        await driver.check();
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
