import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CallerContext, Context, Describe, Errors, OrganizationParams, WholeListQuery } from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import { InvitationMail, InvitationRepository, SendInvitations, type Invitation } from '#people/organizations';
import type { ActorContext, OrganizationContext, UserActor } from '#ground/kernel';
import { InviteBody } from './invitation.dto.js';
import { invitationView, type InvitationResponse, type SentInvitationsResponse } from './invitation.view.dto.js';
import { SENT_BY_MAIL, sentResponse } from './sent-response.js';

@Controller('api/organizations/:organizationId/members/invitations')
export class OrganizationInvitationsController {
  constructor(
    private readonly sendInvitations: SendInvitations,
    private readonly invitations: InvitationRepository,
    private readonly mail: InvitationMail,
    private readonly idempotency: Idempotency,
  ) {}

  /** The invitations of the organization, oldest first. Owners and admins only. */
  @Errors('auth.forbidden')
  @Get()
  @Access.session()
  @Access.role('admin')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<SentInvitationsResponse> {
    const invitations = await this.invitations.list(ctx, page);
    return { invitations: invitations.map((each) => ({ ...invitationView(each), link: this.mail.link })) };
  }

  /**
   * Invites an e-mail address by mail. When the server has no mail transport that delivers, the response has the link to
   * pass on. Owners and admins only; limited for each user and 24 hours.
   */
  @Errors(
    'auth.forbidden',
    'user.already_in_organization',
    'organization.invitation_already_exists',
    'organization.pending_invitation_limit_reached',
    'user.organization_invitation_limit_reached',
  )
  @Post()
  @HttpCode(200)
  @Describe(SENT_BY_MAIL)
  @Access.session()
  @Access.role('admin')
  async invite(
    @Param() { organizationId }: OrganizationParams,
    @CallerContext() caller: ActorContext<UserActor>,
    @Body() body: InviteBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InvitationResponse | undefined> {
    const response = await this.idempotency.once(
      request,
      body,
      (tx) => this.sendInvitations.invite(tx, caller, { ...body, organizationId }),
      (invitation: Invitation) => ({ invitation: invitationView(invitation), link: this.mail.link }),
    );
    return sentResponse(reply, response, this.mail.reachesPeople);
  }
}
