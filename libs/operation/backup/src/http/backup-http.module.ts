import { Module } from '@nestjs/common';
import { BackupModule } from '#operation/backup';
import { BackupsController } from './backups.controller.js';
import { RequestBackups } from './request-backups.js';

@Module({ imports: [BackupModule], controllers: [BackupsController], providers: [RequestBackups] })
export class BackupHttpModule {}
