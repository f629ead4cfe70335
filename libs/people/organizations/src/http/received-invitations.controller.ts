import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CallerContext, CurrentActor, Describe, Errors, WholeListQuery } from '#ground/http-kit';
import { AnswerInvitations, InvitationMail, SendInvitations } from '#people/organizations';
import type { ActorContext, UserActor } from '#ground/kernel';
import { InvitationParams } from './invitation.dto.js';
import {
  invitationView,
  receivedInvitationView,
  type InvitationCountResponse,
  type InvitationResponse,
  type ReceivedInvitationsResponse,
} from './invitation.view.dto.js';
import { SENT_BY_MAIL, sentResponse } from './sent-response.js';

@Controller('api/invitations')
export class ReceivedInvitationsController {
  constructor(
    private readonly answers: AnswerInvitations,
    private readonly sendInvitations: SendInvitations,
    private readonly mail: InvitationMail,
  ) {}

  /** The invitations that the caller can accept now, oldest first. */
  @Get()
  @Access.session()
  async list(@CurrentActor() actor: UserActor, @Query() page: WholeListQuery): Promise<ReceivedInvitationsResponse> {
    return { invitations: (await this.answers.pendingOf(actor, page)).map(receivedInvitationView) };
  }

  /** How many invitations the caller can accept now. */
  @Get('count')
  @Access.session()
  async count(@CurrentActor() actor: UserActor): Promise<InvitationCountResponse> {
    return { pendingInvitationsCount: await this.answers.countPendingOf(actor) };
  }

  /** Makes the caller, whose e-mail address was invited, a member. */
  @Errors(
    'auth.email_not_verified',
    'auth.forbidden',
    'invitations.not-found',
    'invitations.not-pending',
    'organization.member_limit_reached',
    'user.already_in_organization',
  )
  @Post(':invitationId/accept')
  @HttpCode(204)
  @Access.session()
  async accept(
    @Param() { invitationId }: InvitationParams,
    @CallerContext() caller: ActorContext<UserActor>,
  ): Promise<void> {
    await this.answers.accept(caller, invitationId);
  }

  /** Declines an invitation for the e-mail address of the caller. */
  @Errors('auth.email_not_verified', 'auth.forbidden', 'invitations.not-found', 'invitations.not-pending')
  @Post(':invitationId/reject')
  @HttpCode(204)
  @Access.session()
  async reject(
    @Param() { invitationId }: InvitationParams,
    @CallerContext() caller: ActorContext<UserActor>,
  ): Promise<void> {
    await this.answers.reject(caller, invitationId);
  }

  /** Withdraws a pending invitation. Owners and admins of its organization only. */
  @Errors('auth.forbidden', 'invitations.not-found', 'invitations.not-pending')
  @Post(':invitationId/cancel')
  @HttpCode(204)
  @Access.session()
  async cancel(
    @Param() { invitationId }: InvitationParams,
    @CallerContext() caller: ActorContext<UserActor>,
  ): Promise<void> {
    await this.sendInvitations.cancel(caller, invitationId);
  }

  /**
   * Sends an invitation again that was rejected or cancelled, or has expired. Owners and admins of its organization only;
   * limited as new invitations are.
   */
  @Errors(
    'auth.forbidden',
    'organization.pending_invitation_limit_reached',
    'user.already_in_organization',
    'user.organization_invitation_limit_reached',
  )
  @Post(':invitationId/resend')
  @HttpCode(200)
  @Describe(SENT_BY_MAIL)
  @Access.session()
  async resend(
    @Param() { invitationId }: InvitationParams,
    @CallerContext() caller: ActorContext<UserActor>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InvitationResponse | undefined> {
    const invitation = await this.sendInvitations.resend(caller, invitationId);
    const response = { invitation: invitationView(invitation), link: this.mail.link };
    return sentResponse(reply, response, this.mail.reachesPeople);
  }
}
