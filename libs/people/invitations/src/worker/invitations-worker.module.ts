import { Module } from '@nestjs/common';
import { InvitationsModule } from '#people/invitations';
import { ExpireInvitationsSchedule } from './expire-invitations.schedule.js';

@Module({ imports: [InvitationsModule], providers: [ExpireInvitationsSchedule] })
export class InvitationsWorkerModule {}
