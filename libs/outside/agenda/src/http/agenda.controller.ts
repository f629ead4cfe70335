import { Body, Controller, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { Agenda } from '#outside/agenda';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { AgendaMarkBody, AgendaQuery, placeOf } from './agenda.dto.js';
import { agendaView, type AgendaView } from './agenda.view.dto.js';

@Controller('api/organizations/:organizationId/agenda')
export class AgendaController {
  constructor(private readonly agenda: Agenda) {}

  /** What comes due in a period: an entry for each document for which a reminder has a day in it. */
  @Errors('agenda.period_too_long')
  @Get()
  @Access.permissions('reminders:read', 'documents:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() { from, to, after, limit, includeDone }: AgendaQuery,
  ): Promise<AgendaView> {
    const part = { from, to, after: placeOf(after), limit: limit + 1, includeDone };
    return agendaView(await this.agenda.list(ctx, part), limit);
  }

  /** Marks an entry as done, moves it to another day, or takes both back. All members see it. */
  @Errors('agenda.entry_not_found')
  @Put('marks')
  @HttpCode(204)
  @Access.permissions('reminders:update')
  async mark(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { isDone, snoozedUntil = null, reminderId, documentId, sourceDay }: AgendaMarkBody,
  ): Promise<void> {
    await this.agenda.mark(ctx, { reminderId, documentId, sourceDay }, { isDone, snoozedUntil });
  }
}
