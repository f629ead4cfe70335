import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#ground/idempotency';
import { UploadsModule } from '#archive/uploads';
import { KnownDocumentsController } from './known-documents.controller.js';
import { ResumableUploadsController } from './resumable-uploads.controller.js';
import { UploadController } from './upload.controller.js';
import { UploadsPublicConfig } from './uploads-public-config.js';

@Module({
  imports: [IdempotencyModule, UploadsModule],
  controllers: [UploadController, KnownDocumentsController, ResumableUploadsController],
  providers: [UploadsPublicConfig],
})
export class UploadsHttpModule {}
