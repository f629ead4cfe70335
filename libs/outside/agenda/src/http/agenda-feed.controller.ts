import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { AgendaFeed } from '#outside/agenda';
import { Access, Context, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import type { AgendaFeedView, NewAgendaFeedView } from './agenda.view.dto.js';

/** The address at which a calendar program reads the agenda for the caller. */
@Controller('api/organizations/:organizationId/agenda/feed')
export class AgendaFeedController {
  constructor(private readonly feed: AgendaFeed) {}

  /** Whether the caller has an address for calendar programs. */
  @Get()
  @Access.session()
  async get(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<AgendaFeedView> {
    return { createdAt: (await this.feed.createdAt(ctx))?.toISOString() ?? null };
  }

  /** Makes a secret address for the caller. An earlier one ends. */
  @Post()
  @HttpCode(200)
  @Access.session()
  @Access.role('viewer')
  async create(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<NewAgendaFeedView> {
    const { url, createdAt } = await this.feed.create(ctx);
    return { url, createdAt: createdAt.toISOString() };
  }

  /** Ends the address of the caller. */
  @Delete()
  @HttpCode(204)
  @Access.session()
  @Access.role('viewer')
  async revoke(@Param() _params: OrganizationParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.feed.revoke(ctx);
  }
}
