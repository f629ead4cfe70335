import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#libs/database';
import type { OrganizationContext } from '#libs/kernel';
import type { HistoryTables } from './history.schema.js';
import type { EventDelivery } from './subscriber-definition.js';

/** Who caused an event. */
export interface EventActor {
  kind: 'api-key' | 'session' | 'system';
  userId: string | null;
  apiKeyId: string | null;
  /** Why the server acted on its own; `plugin:<id>` for a change by a plugin. */
  reason: string | null;
}

/** An event as it stands in the log. */
export interface RecordedEvent<Payload extends object = object> {
  /** The same in every attempt and for every subscriber. */
  id: string;
  organizationId: string;
  /** Counts from 1 in each organization, in the order of the commits. */
  position: number;
  name: string;
  payload: Payload;
  createdAt: Date;
  /** `null` for events recorded before actors were kept. */
  actor: EventActor | null;
  requestId: string | null;
}

/** A place in the order of the events by age. */
export interface EventCursor {
  id: string;
  createdAt: Date;
}

@Injectable()
export class EventRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async find({ organizationId, eventId }: EventDelivery): Promise<RecordedEvent | undefined> {
    const row = await kyselyOf<HistoryTables>(this.unitOfWork)
      .selectFrom('event')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', eventId)
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        organizationId: row.organization_id,
        position: Number(row.position),
        name: row.name,
        payload: row.payload,
        createdAt: row.created_at,
        actor: row.actor_kind && {
          kind: row.actor_kind,
          userId: row.actor_user_id,
          apiKeyId: row.actor_api_key_id,
          reason: row.actor_reason,
        },
        requestId: row.request_id,
      }
    );
  }

  /** Events older than `days` (database time), oldest first, from the one after `after`. */
  olderThan(days: number, after: EventCursor | undefined, limit: number): Promise<EventCursor[]> {
    return sqlOver(this.unitOfWork.db).query<EventCursor>(
      `select id, created_at as "createdAt" from event
       where created_at < now() - make_interval(days => $1) and (created_at, id) > ($2::timestamptz, $3)
       order by created_at, id limit $4`,
      [days, after?.createdAt ?? '-infinity', after?.id ?? '', limit],
    );
  }

  /** Removes the first `limit` events of an organization that is being purged; returns how many there were. */
  async removeOldest({ organizationId }: OrganizationContext, limit: number): Promise<number> {
    const db = kyselyOf<HistoryTables>(this.unitOfWork);
    const oldest = db
      .selectFrom('event')
      .select('id')
      .where('organization_id', '=', organizationId)
      .orderBy('position')
      .limit(limit);
    const { numDeletedRows } = await db.deleteFrom('event').where('id', 'in', oldest).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Removes these events; returns how many there were. */
  async remove(ids: readonly string[]): Promise<number> {
    const { numDeletedRows } = await kyselyOf<HistoryTables>(this.unitOfWork)
      .deleteFrom('event')
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
