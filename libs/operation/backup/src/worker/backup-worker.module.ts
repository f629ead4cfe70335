import { Module } from '@nestjs/common';
import { BackupModule } from '#operation/backup';
import { CreateBackupSchedule } from './create-backup.schedule.js';
import { TestBackupSchedule } from './test-backup.schedule.js';

@Module({ imports: [BackupModule], providers: [CreateBackupSchedule, TestBackupSchedule] })
export class BackupWorkerModule {}
