import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { DocumentsModule } from '#archive/documents';
import { OrganizationsModule } from '#people/organizations';
import { ActivityController } from './activity.controller.js';
import { EventsController } from './events.controller.js';
import { FeedPlaces } from './feed-places.js';
import { LiveFeed } from './live-feed.js';
import { StreamAccess } from './stream-access.js';

@Module({
  imports: [AuthModule, DocumentsModule, OrganizationsModule],
  controllers: [ActivityController, EventsController],
  providers: [FeedPlaces, LiveFeed, StreamAccess],
})
export class LiveFeedHttpModule {}
