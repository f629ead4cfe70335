import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Agenda, Reminders, type Reminder } from '#outside/agenda';
import { Access, Context, Errors, IfMatch, OrganizationParams, WithEntityTag } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { Idempotency } from '#ground/requests';
import { fieldsOf, ReminderBody, ReminderParams } from './agenda.dto.js';
import {
  entryView,
  reminderView,
  type PreviewedEntriesView,
  type ReminderResponse,
  type ReminderView,
} from './agenda.view.dto.js';

@Controller('api/organizations/:organizationId/reminders')
export class RemindersController {
  constructor(
    private readonly reminders: Reminders,
    private readonly agenda: Agenda,
    private readonly idempotency: Idempotency,
  ) {}

  /** The reminders of the organization, oldest first. */
  @Get()
  @Access.permissions('reminders:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ reminders: ReminderView[] }> {
    return { reminders: (await this.reminders.list(ctx)).map(reminderView) };
  }

  /** Creates a reminder. Its entries are on the agenda at once; nothing is sent about days before today. */
  @Errors('reminders.limit_reached', 'reminders.no_date')
  @Post()
  @HttpCode(200)
  @Access.permissions('reminders:create')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: ReminderBody,
    @Req() request: FastifyRequest,
  ): Promise<ReminderResponse> {
    return this.idempotency.once(
      request,
      body,
      (tx) => this.reminders.create(tx, ctx, fieldsOf(body)),
      (reminder: Reminder) => ({ reminder: reminderView(reminder) }),
    );
  }

  /** The first 10 entries from today on that a reminder would have. Saves nothing. */
  @Errors('reminders.no_date')
  @Post('preview')
  @HttpCode(200)
  @Access.permissions('reminders:read', 'documents:read')
  @Access.role('viewer')
  async preview(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: ReminderBody,
  ): Promise<PreviewedEntriesView> {
    return { entries: (await this.agenda.preview(ctx, fieldsOf(body))).map(entryView) };
  }

  /** One reminder. */
  @Errors('reminders.not_found')
  @Get(':reminderId')
  @WithEntityTag('reminder')
  @Access.permissions('reminders:read')
  async get(@Param() { reminderId }: ReminderParams, @Context() ctx: OrganizationContext): Promise<ReminderResponse> {
    return { reminder: reminderView(await this.reminders.get(ctx, reminderId)) };
  }

  /** Replaces a reminder. What was done or put off stays, as far as the documents have the same dates. */
  @Errors('reminders.not_found', 'reminders.no_date')
  @Put(':reminderId')
  @WithEntityTag('reminder')
  @Access.permissions('reminders:update')
  async update(
    @Param() { reminderId }: ReminderParams,
    @Context() ctx: OrganizationContext,
    @Body() body: ReminderBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<ReminderResponse> {
    return { reminder: reminderView(await this.reminders.update(ctx, reminderId, fieldsOf(body), ifMatch)) };
  }

  /** Deletes a reminder, with what was noted about its entries. */
  @Errors('reminders.not_found')
  @Delete(':reminderId')
  @HttpCode(204)
  @Access.permissions('reminders:delete')
  async delete(@Param() { reminderId }: ReminderParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.reminders.delete(ctx, reminderId);
  }
}
