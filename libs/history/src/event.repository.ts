import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#libs/database';
import type { OrganizationContext } from '#libs/kernel';
import type { EventDelivery } from './subscriber-definition.js';

/** Who caused an event. */
export interface EventActor {
  kind: 'api-key' | 'session' | 'system';
  userId: string | null;
  apiKeyId: string | null;
  /** Why the server acted on its own. */
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

/** Points at an event in the order of their age. */
export interface EventCursor {
  id: string;
  createdAt: Date;
}

@Injectable()
export class EventRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async find({ organizationId, eventId }: EventDelivery): Promise<RecordedEvent | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<RecordedEvent>(
      `select id, organization_id as "organizationId", position::float8 as position, name, payload,
         created_at as "createdAt", request_id as "requestId",
         case when actor_kind is not null then jsonb_build_object('kind', actor_kind, 'userId', actor_user_id,
           'apiKeyId', actor_api_key_id, 'reason', actor_reason) end as actor
       from event where organization_id = $1 and id = $2`,
      [organizationId, eventId],
    );
    return row;
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
    const removed = await sqlOver(this.unitOfWork.db).query(
      `delete from event where id in (select id from event where organization_id = $1 order by position limit $2)
       returning id`,
      [organizationId, limit],
    );
    return removed.length;
  }

  async remove(ids: readonly string[]): Promise<number> {
    const removed = await sqlOver(this.unitOfWork.db).query(
      'delete from event where id = any($1::text[]) returning id',
      [ids],
    );
    return removed.length;
  }
}
