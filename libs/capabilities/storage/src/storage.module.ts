import { Module } from '@nestjs/common';
import { PluginHost } from '#ground/plugin-host';
import { FileStore } from './file-store.js';
import { FreeSpace } from './free-space.js';
import { MoveFiles } from './move-files.js';
import { MoveLock } from './move-lock.js';
import { StorageDrivers } from './storage-drivers.js';
import { StorageMarkerRepository } from './storage-marker.repository.js';
import { StorageMarkers } from './storage-markers.js';
import { StoredCopies } from './stored-copies.js';
import { StoredCopyRepository } from './stored-copy.repository.js';
import { StoredFileRepository } from './stored-file.repository.js';
import { StoredFilesCheck } from './stored-files.check.js';

@Module({
  providers: [
    {
      provide: StorageDrivers,
      inject: [PluginHost, StorageMarkers],
      useFactory: (host: PluginHost, markers: StorageMarkers) => StorageDrivers.open(host, markers),
    },
    FileStore,
    FreeSpace,
    MoveFiles,
    MoveLock,
    StorageMarkerRepository,
    StorageMarkers,
    StoredCopies,
    StoredCopyRepository,
    StoredFileRepository,
    StoredFilesCheck,
  ],
  exports: [FileStore, MoveFiles, StorageDrivers, StorageMarkers, StoredCopies],
})
export class StorageModule {}
