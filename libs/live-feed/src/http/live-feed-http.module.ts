import { Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { OrganizationsModule } from '#libs/organizations';
import { EventsController } from './events.controller.js';
import { FeedPlaces } from './feed-places.js';
import { LiveFeed } from './live-feed.js';
import { StreamAccess } from './stream-access.js';

@Module({
  imports: [AuthModule, OrganizationsModule],
  controllers: [EventsController],
  providers: [FeedPlaces, LiveFeed, StreamAccess],
})
export class LiveFeedHttpModule {}
