import { Module } from '@nestjs/common';
import { StorageModule } from '#capabilities/storage';
import { BackupCheck } from './backup.check.js';
import { BackupJournal } from './backup-journal.js';
import { BackupRunRepository } from './backup-run.repository.js';
import { MakeBackup } from './make-backup.js';
import { TestRestore } from './test-restore.js';

@Module({
  imports: [StorageModule],
  providers: [BackupCheck, BackupJournal, BackupRunRepository, MakeBackup, TestRestore],
  exports: [BackupJournal, MakeBackup, TestRestore],
})
export class BackupModule {}
