import { Module } from '@nestjs/common';
import { UploadsModule } from '#archive/uploads';
import { RemoveExpiredUploads } from './remove-expired-uploads.schedule.js';

@Module({ imports: [UploadsModule], providers: [RemoveExpiredUploads] })
export class UploadsWorkerModule {}
