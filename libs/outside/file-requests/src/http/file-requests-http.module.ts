import { Module } from '@nestjs/common';
import { FileRequestsModule } from '#outside/file-requests';
import { IdempotencyModule } from '#ground/idempotency';
import { FileRequestsController } from './file-requests.controller.js';
import { PublicFileRequestsController } from './public-file-requests.controller.js';

@Module({
  imports: [FileRequestsModule, IdempotencyModule],
  controllers: [FileRequestsController, PublicFileRequestsController],
})
export class FileRequestsHttpModule {}
