import { Module } from '@nestjs/common';
import { PluginHost } from '#ground/plugin-host';
import { DamagedFileRepository } from './damaged-file.repository.js';
import { DamagedFiles } from './damaged-files.js';
import { FileHealth } from './file-health.js';
import { FileScrubRepository } from './file-scrub.repository.js';
import { FileStore } from './file-store.js';
import { FindFile } from './find-file.js';
import { FreeSpaceCheck } from './free-space.check.js';
import { FreeSpace } from './free-space.js';
import { HeldRemovals } from './held-removals.js';
import { LookAtFile } from './look-at-file.js';
import { MoveFiles } from './move-files.js';
import { ScrubFiles } from './scrub-files.js';
import { StorageDrivers } from './storage-drivers.js';
import { StorageMarkerRepository } from './storage-marker.repository.js';
import { StorageMarkers } from './storage-markers.js';
import { StoredCopies } from './stored-copies.js';
import { StoredCopyRepository } from './stored-copy.repository.js';
import { StoredFileRepository } from './stored-file.repository.js';
import { StoredFilesCheck } from './stored-files.check.js';
import { VerifyStorage } from './verify-storage.js';

@Module({
  providers: [
    {
      provide: StorageDrivers,
      inject: [PluginHost, StorageMarkers],
      useFactory: (host: PluginHost, markers: StorageMarkers) => StorageDrivers.open(host, markers),
    },
    DamagedFileRepository,
    DamagedFiles,
    FileHealth,
    FileScrubRepository,
    FileStore,
    FindFile,
    FreeSpace,
    HeldRemovals,
    LookAtFile,
    FreeSpaceCheck,
    MoveFiles,
    ScrubFiles,
    StorageMarkerRepository,
    StorageMarkers,
    StoredCopies,
    StoredCopyRepository,
    StoredFileRepository,
    StoredFilesCheck,
    VerifyStorage,
  ],
  exports: [FileStore, FileHealth, MoveFiles, ScrubFiles, StorageDrivers, StorageMarkers, StoredCopies, VerifyStorage],
})
export class StorageModule {}
