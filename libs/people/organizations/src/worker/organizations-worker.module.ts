import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#people/organizations';
import { ExpireInvitationsSchedule } from './expire-invitations.schedule.js';

@Module({ imports: [OrganizationsModule], providers: [ExpireInvitationsSchedule] })
export class OrganizationsWorkerModule {}
