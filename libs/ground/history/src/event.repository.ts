import { Injectable } from '@nestjs/common';
import type { Selectable } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import type { HistoryTables } from './history.schema.js';
import { KEPT } from './kept-events.js';
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

/** An event with the place that its request came from. */
export interface LocatedEvent extends RecordedEvent {
  clientAddress: string | null;
  userAgent: string | null;
}

/** Which part of a log to read. */
export interface EventQuery {
  /** The position before the first event; without it the read starts where the log has no gaps any more. */
  after?: number | undefined;
  /** Only events with these names. */
  names?: readonly string[] | undefined;
  limit: number;
}

/** Which part of a log to read, from its end. */
export interface LatestEventsQuery {
  /** The position after the first event; without it the read starts at the end of the log. */
  before?: number | undefined;
  /** Only events with these names. */
  names?: readonly string[] | undefined;
  limit: number;
}

/** A part of the log of an organization, newest first. */
export interface LatestEvents {
  events: RecordedEvent[];
  /** Where the next page starts: all events from it on that were asked for are in this page or earlier ones. */
  next: number;
  hasMore: boolean;
}

/** A part of the log of an organization, in its order. */
export interface EventPage {
  events: RecordedEvent[];
  /** Where the read started. */
  start: number;
  /** Where the next page starts: all events up to it that were asked for are in this page or earlier ones. */
  next: number;
  hasMore: boolean;
  /** The position of the last event of the log. */
  end: number;
  /** True when the log cannot continue from `after`: later events were removed, or the log does not reach it. */
  isGone: boolean;
}

/** A place in the order of the events by age. */
export interface EventCursor {
  id: string;
  organizationId: string;
  createdAt: Date;
}

type EventRow = Selectable<HistoryTables['event']>;

/** Positions that one read looks at, so that a filter that matches little does not read a whole log at once. */
const SCAN = 20_000;

/**
 * The events of organizations. What is SQL as text here reads or writes a log and its events in one statement, or holds
 * the conditions under which other rooms keep events.
 */
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
    return row && recordedEvent(row);
  }

  /** Reads a part of the log in one statement, so that events and the end of the log are of the same moment. */
  async read({ organizationId }: OrganizationScope, { after, names, limit }: EventQuery): Promise<EventPage> {
    const rows = await sqlOver(this.unitOfWork.db).query<EventRow & { end: string; pruned: string }>(
      `select log.event_position as "end", log.pruned_position as pruned, found.*
       from organization_log log left join lateral (
         select e.* from event e
         where e.organization_id = log.organization_id
           and e.position > coalesce($2::bigint, log.pruned_position)
           and e.position <= coalesce($2::bigint, log.pruned_position) + $5::bigint
           and ($3::text[] is null or e.name = any($3::text[]))
         order by e.position limit $4::int + 1
       ) found on true
       where log.organization_id = $1 order by found.position`,
      [organizationId, after ?? null, names ?? null, limit, SCAN],
    );
    const [end, pruned] = [Number(rows[0]?.end ?? 0), Number(rows[0]?.pruned ?? 0)];
    const start = after ?? pruned;
    // A crash must not take back a position that a reader has: another event would get it later.
    if (end > start) await this.unitOfWork.whatWasReadIsFlushed();
    // The id is null when the log has no such event.
    const found = rows.filter(({ id }) => (id as string | null) !== null).map(recordedEvent);
    const events = found.slice(0, limit);
    const next = found.length > limit ? (events.at(-1)?.position ?? start) : Math.min(start + SCAN, end);
    return { events, start, next, hasMore: next < end, end, isGone: start < pruned || start > end };
  }

  /** The next events after a position, with the places that their requests came from, and the end of the log before that. */
  async locatedAfter(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { after, limit }: { after: number; limit: number },
  ): Promise<{ events: LocatedEvent[]; end: number }> {
    const db = kyselyOf<HistoryTables>(tx);
    const log = await db
      .selectFrom('organization_log')
      .select('event_position')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    const rows = await db
      .selectFrom('event')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('position', '>', String(after))
      .orderBy('position')
      .limit(limit)
      .execute();
    const located = rows.map((row) => ({
      ...recordedEvent(row),
      clientAddress: row.client_address,
      userAgent: row.user_agent,
    }));
    return { events: located, end: Number(log?.event_position ?? 0) };
  }

  /** Keeps events from being recorded in an organization that is being removed, until the transaction ends. */
  async lockLog(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await kyselyOf<HistoryTables>(tx)
      .selectFrom('organization_log')
      .select('organization_id')
      .where('organization_id', '=', organizationId)
      .forNoKeyUpdate()
      .execute();
  }

  /** Organizations and how far their logs are, for those after `organizationId` in the order of ids. */
  async ends(organizationId: string, limit: number): Promise<{ organizationId: string; end: number }[]> {
    const rows = await kyselyOf<HistoryTables>(this.unitOfWork)
      .selectFrom('organization_log')
      .select(['organization_id', 'event_position'])
      .where('organization_id', '>', organizationId)
      .orderBy('organization_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ organizationId: row.organization_id, end: Number(row.event_position) }));
  }

  /** Reads a part of the log backwards. A page may be empty and have more: one read looks at a part of the log only. */
  async readLatest(
    { organizationId }: OrganizationScope,
    { before, names, limit }: LatestEventsQuery,
  ): Promise<LatestEvents> {
    const rows = await sqlOver(this.unitOfWork.db).query<EventRow & { start: string; pruned: string }>(
      `select log.start, log.pruned, found.*
       from (
         select organization_id, pruned_position as pruned,
           least(coalesce($2::bigint, event_position + 1), event_position + 1) as start
         from organization_log where organization_id = $1
       ) log left join lateral (
         select e.* from event e
         where e.organization_id = log.organization_id
           and e.position < log.start and e.position >= log.start - $5::bigint and e.position > log.pruned
           and ($3::text[] is null or e.name = any($3::text[]))
         order by e.position desc limit $4::int + 1
       ) found on true
       order by found.position desc`,
      [organizationId, before ?? null, names ?? null, limit, SCAN],
    );
    const [start, pruned] = [Number(rows[0]?.start ?? 0), Number(rows[0]?.pruned ?? 0)];
    if (before === undefined || start < before) await this.unitOfWork.whatWasReadIsFlushed(); // as in `read`
    const found = rows.filter(({ id }) => (id as string | null) !== null).map(recordedEvent);
    const events = found.slice(0, limit);
    const next = found.length > limit ? (events.at(-1)?.position ?? start) : start - SCAN;
    return { events, next: Math.max(next, pruned + 1), hasMore: next > pruned + 1 };
  }

  /** Events older than `days` (database time), oldest first, from the one after `after`. */
  olderThan(days: number, after: EventCursor | undefined, limit: number): Promise<EventCursor[]> {
    return sqlOver(this.unitOfWork.db).query<EventCursor>(
      `select id, organization_id as "organizationId", created_at as "createdAt" from event
       where not (${KEPT.condition()}) and created_at < now() - make_interval(days => $1) and (created_at, id) > ($2::timestamptz, $3)
       order by created_at, id limit $4`,
      [days, after?.createdAt ?? '-infinity', after?.id ?? '', limit],
    );
  }

  /** Removes the first `limit` events of an organization that is being purged; returns how many there were. */
  async removeOldest({ organizationId }: OrganizationContext, limit: number): Promise<number> {
    const removed = await sqlOver(this.unitOfWork.db).query(
      `delete from event where id in (
         select id from event where organization_id = $1 and not (${KEPT.condition()}) order by position limit $2
       ) returning id`,
      [organizationId, limit],
    );
    return removed.length;
  }

  /**
   * Removes these events of an organization, notes in its log up to which position, and returns how many there were. The
   * log is locked first, as everywhere.
   */
  async prune({ organizationId }: OrganizationScope, ids: readonly string[]): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `with log as materialized (
         select organization_id from organization_log where organization_id = $1 for no key update
       ), removed as (
         delete from event using log
         where event.organization_id = log.organization_id and event.id = any($2::text[]) returning event.position
       )
       update organization_log
       set pruned_position = greatest(pruned_position, (select max(position) from removed))
       where organization_id = $1 and exists (select from removed)
       returning (select count(*)::int from removed) as count`,
      [organizationId, ids],
    );
    return row?.count ?? 0;
  }
}

function recordedEvent(row: EventRow): RecordedEvent {
  return {
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
  };
}
