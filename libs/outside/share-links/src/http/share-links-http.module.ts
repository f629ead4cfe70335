import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#ground/idempotency';
import { PublicLinksModule } from '#outside/public-links';
import { ShareLinksModule } from '#outside/share-links';
import { DocumentShareLinksController } from './document-share-links.controller.js';
import { PublicShareLinksController } from './public-share-links.controller.js';
import { ShareLinksController } from './share-links.controller.js';

@Module({
  imports: [IdempotencyModule, PublicLinksModule, ShareLinksModule],
  controllers: [DocumentShareLinksController, ShareLinksController, PublicShareLinksController],
})
export class ShareLinksHttpModule {}
