import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  Access,
  clientDisconnected,
  Context,
  Errors,
  IfMatch,
  OrganizationParams,
  WholeListQuery,
  WithEntityTag,
} from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import {
  AddressServices,
  CreateIntakeEmail,
  IntakeEmailRepository,
  IntakeEmails,
  type IntakeEmail,
} from '#outside/intake';
import type { OrganizationContext } from '#ground/kernel';
import { IntakeEmailParams, UpdateIntakeEmailBody } from './intake-email.dto.js';
import { intakeEmailView, type IntakeEmailResponse, type IntakeEmailView } from './intake-email.view.dto.js';

@Controller('api/organizations/:organizationId/intake-emails')
export class IntakeEmailsController {
  constructor(
    private readonly createIntakeEmail: CreateIntakeEmail,
    private readonly service: IntakeEmails,
    private readonly intakeEmails: IntakeEmailRepository,
    private readonly services: AddressServices,
    private readonly idempotency: Idempotency,
  ) {}

  /** The addresses of the organization that take mails, oldest first. */
  @Get()
  @Access.permissions('intake-emails:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ intakeEmails: IntakeEmailView[] }> {
    return { intakeEmails: (await this.intakeEmails.list(ctx, page)).map(intakeEmailView) };
  }

  /** Creates an address, whose name the server chooses. It takes no files before senders are allowed. */
  @Errors('intake_email.limit_reached', 'intake_email.already_exists', 'intake_email.service_unavailable')
  @Post()
  @HttpCode(200)
  @Access.permissions('intake-emails:create')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IntakeEmailResponse> {
    return this.createIntakeEmail.execute(
      ctx,
      (emailAddress) =>
        this.idempotency.once(
          request,
          {},
          (tx) => this.service.create(tx, ctx, emailAddress),
          (created: IntakeEmail) => ({ intakeEmail: intakeEmailView(created) }),
        ),
      ({ intakeEmail }) => intakeEmail.emailAddress,
      clientDisconnected(reply),
    );
  }

  /** Changes who may send, or whether the address takes mails at all; missing fields stay as they are. */
  @Errors('intake_email.not_found')
  @Put(':intakeEmailId')
  @WithEntityTag('intakeEmail')
  @Access.permissions('intake-emails:update')
  async update(
    @Param() { intakeEmailId }: IntakeEmailParams,
    @Context() ctx: OrganizationContext,
    @Body() body: UpdateIntakeEmailBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<IntakeEmailResponse> {
    return { intakeEmail: intakeEmailView(await this.service.update(ctx, intakeEmailId, body, ifMatch)) };
  }

  /** Deletes an address. Mails to it are dropped from now on. */
  @Errors('intake_email.not_found')
  @Delete(':intakeEmailId')
  @HttpCode(204)
  @Access.permissions('intake-emails:delete')
  async delete(@Param() { intakeEmailId }: IntakeEmailParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.services.remove(await this.service.delete(ctx, intakeEmailId));
  }
}
