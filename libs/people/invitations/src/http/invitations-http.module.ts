import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#ground/idempotency';
import { InvitationsModule } from '#people/invitations';
import { OrganizationInvitationsController } from './organization-invitations.controller.js';
import { ReceivedInvitationsController } from './received-invitations.controller.js';

@Module({
  imports: [IdempotencyModule, InvitationsModule],
  controllers: [OrganizationInvitationsController, ReceivedInvitationsController],
})
export class InvitationsHttpModule {}
