import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { PublicLinksModule } from '#libs/public-links';
import { ShareLinksModule } from '#libs/share-links';
import { DocumentShareLinksController } from './document-share-links.controller.js';
import { PublicShareLinksController } from './public-share-links.controller.js';
import { ShareLinksController } from './share-links.controller.js';

@Module({
  imports: [IdempotencyModule, PublicLinksModule, ShareLinksModule],
  controllers: [DocumentShareLinksController, ShareLinksController, PublicShareLinksController],
})
export class ShareLinksHttpModule {}
