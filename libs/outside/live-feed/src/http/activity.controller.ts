import { Controller, Get, Param, Query } from '@nestjs/common';
import { UserRepository } from '#people/auth';
import { DocumentRepository } from '#archive/documents';
import { EventRepository, type RecordedEvent } from '#ground/history';
import { Access, Context, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { canSee } from '#people/organizations';
import { activityResponse, type ActivityNameView, type ActivityResponse } from './activity.view.dto.js';
import { ActivityQuery, positionOf } from './events.dto.js';
import { visibleNames } from './visible-events.js';

/** The fields of events that have the id of a user. */
const USER_FIELDS = ['userId', 'previousOwnerId'];

@Controller('api/organizations/:organizationId/activity')
export class ActivityController {
  constructor(
    private readonly events: EventRepository,
    private readonly users: UserRepository,
    private readonly documents: DocumentRepository,
  ) {}

  /**
   * What happened in the organization, newest first, with the names of the users and documents: the same events as under
   * `events`, for people.
   */
  @Get()
  @Access.permissions('events:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() { before, name, limit }: ActivityQuery,
  ): Promise<ActivityResponse> {
    const position = before === undefined ? undefined : positionOf(before);
    const page = await this.events.readLatest(ctx, { before: position, names: visibleNames(ctx, name), limit });
    const [users, documents] = await Promise.all([
      this.#usersOf(ctx, page.events),
      this.documents.namesOf(ctx, valuesOf(page.events, ['documentId'])),
    ]);
    return activityResponse(page, { users, documents });
  }

  async #usersOf(ctx: OrganizationContext, events: readonly RecordedEvent[]): Promise<ActivityNameView[]> {
    const actors = events.flatMap(({ actor }) => actor?.userId ?? []);
    const ids = [...new Set([...actors, ...valuesOf(events, USER_FIELDS)])];
    if (ids.length === 0 || !canSee(ctx, 'members')) return [];
    const profiles = await this.users.profilesOf(ids);
    return [...profiles.values()].map(({ id, name }) => ({ id, name }));
  }
}

/** The values of these fields, each once. */
function valuesOf(events: readonly RecordedEvent[], fields: readonly string[]): string[] {
  const values = events.flatMap(({ payload }) => fields.map((field) => (payload as Record<string, unknown>)[field]));
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}
