import { Injectable } from '@nestjs/common';
import type { Transaction } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { createId, type Actor, type ActorContext, type SystemReason } from '#libs/kernel';
import { NO_DELTAS, type CounterDeltas } from './counter-deltas.js';
import type { ActivityEvent } from './event-definition.js';
import { definedSubscribers, deliveriesOf } from './subscriber-definition.js';

export interface PendingEvent {
  id: string;
  organizationId: string;
  name: string;
  payload: object;
  by: ActorContext;
  counters?: CounterDeltas;
  onDeletedOrganization?: () => Error;
}

export interface PendingActivity {
  documentId: string;
  kind: ActivityEvent;
  userId: string | null;
  tagId?: string | undefined;
  updatedFields?: readonly string[] | undefined;
}

interface Pending {
  events: PendingEvent[];
  activity: PendingActivity[];
}

/** Changes that one statement writes: those of a batch over a whole archive, written by one, would block this thread. */
const CHUNK = 1_000;

/** PostgreSQL channel that carries each {@link ChangesCommitted} between processes. */
export const CHANNEL = 'archivolt_changes';

/**
 * Collects what a transaction has changed and writes it in one step before the commit: activity, subscriber jobs, and
 * then the events of each organization, which lock its row in `organization_log`: nothing may lock that row earlier.
 */
@Injectable()
export class PendingChanges {
  readonly #pending = new WeakMap<Transaction, Pending>();

  constructor(private readonly jobs: JobQueue) {}

  of(tx: Transaction): Pending {
    const known = this.#pending.get(tx);
    if (known) return known;
    const pending: Pending = { events: [], activity: [] };
    this.#pending.set(tx, pending);
    tx.beforeCommit(() => this.#write(tx, pending));
    return pending;
  }

  async #write(tx: Transaction, { events, activity }: Pending): Promise<void> {
    for (const chunk of inChunks(activity)) await writeActivity(tx, chunk);
    for (const subscriber of definedSubscribers()) {
      for (const chunk of inChunks(await deliveriesOf(tx, subscriber, events))) {
        await this.jobs.enqueueAll(tx, subscriber.job, chunk, { singletonKey: ({ eventId }) => eventId });
      }
    }
    // The same order in every transaction, so that two of them cannot wait for each other.
    const byOrganization = Map.groupBy(events, (event) => event.organizationId);
    for (const organizationId of [...byOrganization.keys()].sort()) {
      const own = byOrganization.get(organizationId) ?? [];
      // From the first chunk on: the organization is locked before its log.
      const onDeleted = own.find((event) => event.onDeletedOrganization)?.onDeletedOrganization;
      for (const chunk of inChunks(own)) await writeEvents(tx, organizationId, chunk, onDeleted);
    }
  }
}

function* inChunks<Item>(items: readonly Item[]): Iterable<Item[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK);
}

/** New ids in ascending order: rows of one transaction share their time and are sorted by id. */
function sortedActivityIds(count: number): string[] {
  return Array.from({ length: count }, () => createId('doc_act')).sort();
}

async function writeActivity(tx: Transaction, entries: readonly PendingActivity[]): Promise<void> {
  await tx.sql.query(
    `insert into document_activity (id, created_at, document_id, event, event_data, user_id, tag_id)
     select id, clock_timestamp(), document_id, event, event_data, user_id, tag_id
     from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::text[])
       as entry(id, document_id, event, event_data, user_id, tag_id)`,
    [
      sortedActivityIds(entries.length),
      entries.map((entry) => entry.documentId),
      entries.map((entry) => entry.kind),
      entries.map(({ updatedFields }) => (updatedFields ? JSON.stringify({ updatedFields }) : null)),
      entries.map((entry) => entry.userId),
      entries.map((entry) => entry.tagId ?? null),
    ],
  );
}

/**
 * The update locks the row until the commit, so positions are assigned in the order of the commits: a reader who has
 * seen a position has seen all before it. PostgreSQL delivers the notification when, and only when, it commits.
 */
const writeEventsStatement = (isGuarded: boolean) => `
  with ${isGuarded ? LIVE_ORGANIZATION : ''} advanced as (
    update organization_log set event_position = event_position + $2::int,
      active_documents = active_documents + $3::bigint, active_bytes = active_bytes + $4::bigint,
      trashed_documents = trashed_documents + $5::bigint, trashed_bytes = trashed_bytes + $6::bigint
    ${isGuarded ? 'from live where organization_id = live.id' : 'where organization_id = $1'}
    returning event_position - $2::int as base
  ), written as (
    insert into event (id, created_at, organization_id, position, name, payload,
      actor_kind, actor_user_id, actor_api_key_id, actor_reason, request_id)
    select item.id, now(), $1, advanced.base + item.number, item.name, item.payload,
      item.kind, item."userId", item."apiKeyId", item.reason, item."requestId"
    from advanced, json_to_recordset($7::json) as item(number int, id text, name text, payload jsonb,
      kind text, "userId" text, "apiKeyId" text, reason text, "requestId" text)
  )
  select pg_notify($8, json_build_object(
    'organizationId', $1::text, 'position', base + $2::int, 'events', $9::json)::text) from advanced`;

/** The lock keeps the organization from being deleted before the commit; it is taken before the one on the log. */
const LIVE_ORGANIZATION = `live as (
    select id from organization where id = $1 and deleted_at is null for no key update),`;

const WRITE_EVENTS = writeEventsStatement(false);
const WRITE_EVENTS_OF_LIVE_ORGANIZATION = writeEventsStatement(true);

async function writeEvents(
  tx: Transaction,
  organizationId: string,
  events: readonly PendingEvent[],
  onDeleted: (() => Error) | undefined,
): Promise<void> {
  const total = (name: keyof CounterDeltas) =>
    events.reduce((sum, { counters }) => sum + { ...NO_DELTAS, ...counters }[name], 0);
  const items = events.map(({ id, name, payload, by }, index) => ({
    number: index + 1,
    id,
    name,
    payload,
    ...actorColumns(by),
    requestId: by.requestId,
  }));
  const rows = await tx.sql.query(onDeleted ? WRITE_EVENTS_OF_LIVE_ORGANIZATION : WRITE_EVENTS, [
    organizationId,
    events.length,
    total('activeDocuments'),
    total('activeBytes'),
    total('trashedDocuments'),
    total('trashedBytes'),
    JSON.stringify(items),
    CHANNEL,
    JSON.stringify([...new Set(events.map((event) => event.name))]),
  ]);
  if (rows.length === 0) {
    if (onDeleted) throw onDeleted();
    throw new Error(
      `${organizationId} has no row in organization_log: call Changes.open in the transaction that creates it`,
    );
  }
}

/** Columns without a value are left out. */
interface ActorColumns {
  kind: Actor['via'];
  userId?: string;
  apiKeyId?: string;
  reason?: SystemReason;
}

function actorColumns({ actor }: ActorContext): ActorColumns {
  switch (actor.via) {
    case 'session':
      return { kind: actor.via, userId: actor.userId };
    case 'api-key':
      return { kind: actor.via, userId: actor.userId, apiKeyId: actor.apiKeyId };
    case 'system':
      return { kind: actor.via, reason: actor.reason };
  }
}
