import { Module } from '@nestjs/common';
import { RequestsModule } from '#ground/requests';
import { UploadsModule } from '#archive/uploads';
import { KnownDocumentsController } from './known-documents.controller.js';
import { ResumableUploadsController } from './resumable-uploads.controller.js';
import { UploadController } from './upload.controller.js';
import { UploadsPublicConfig } from './uploads-public-config.js';

@Module({
  imports: [RequestsModule, UploadsModule],
  controllers: [UploadController, KnownDocumentsController, ResumableUploadsController],
  providers: [UploadsPublicConfig],
})
export class UploadsHttpModule {}
