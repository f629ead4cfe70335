import { Module } from '@nestjs/common';
import { RequestsModule } from '#ground/requests';
import { LinksModule } from '#outside/links';
import { DocumentShareLinksController } from './document-share-links.controller.js';
import { PublicShareLinksController } from './public-share-links.controller.js';
import { ShareLinksController } from './share-links.controller.js';
import { FileRequestsController } from './file-requests.controller.js';
import { PublicFileRequestsController } from './public-file-requests.controller.js';

@Module({
  imports: [RequestsModule, LinksModule],
  controllers: [
    DocumentShareLinksController,
    ShareLinksController,
    PublicShareLinksController,
    FileRequestsController,
    PublicFileRequestsController,
  ],
})
export class LinksHttpModule {}
