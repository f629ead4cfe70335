import { Module } from '@nestjs/common';
import { FileRequestsModule } from '#libs/file-requests';
import { IdempotencyModule } from '#libs/idempotency';
import { FileRequestsController } from './file-requests.controller.js';
import { PublicFileRequestsController } from './public-file-requests.controller.js';

@Module({
  imports: [FileRequestsModule, IdempotencyModule],
  controllers: [FileRequestsController, PublicFileRequestsController],
})
export class FileRequestsHttpModule {}
