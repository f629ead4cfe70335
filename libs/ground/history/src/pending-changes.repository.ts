import { kyselyOf, type LastStatement, type Transaction } from '#ground/database';
import { createId, type Actor, type ActorContext, type RequestOrigin, type SystemReason } from '#ground/kernel';
import { NO_DELTAS, type CounterDeltas } from './counter-deltas.js';
import type { ActivityEvent } from './event-definition.js';
import type { HistoryTables } from './history.schema.js';
import type { Subscriber } from './subscriber-definition.js';

export interface PendingEvent {
  id: string;
  organizationId: string;
  name: string;
  payload: object;
  by: ActorContext;
  origin: RequestOrigin | undefined;
  counters?: CounterDeltas;
  onDeletedOrganization?: () => Error;
}

export interface PendingActivity {
  documentId: string;
  kind: ActivityEvent;
  userId: string | null;
  tagId?: string | undefined;
  data: object | null;
}

/** A subscriber and the events of a transaction that it follows. */
export interface Subscription {
  subscriber: Subscriber<object>;
  events: PendingEvent[];
}

/** PostgreSQL channel that carries each {@link ChangesCommitted} between processes. */
export const CHANNEL = 'archivolt_changes';

/** PostgreSQL channel that carries broadcast signals. */
export const SIGNAL_CHANNEL = 'archivolt_signals';

/** New ids in ascending order: rows of one transaction share their time and are sorted by id. */
function sortedActivityIds(count: number): string[] {
  return Array.from({ length: count }, () => createId('doc_act')).sort();
}

/** Whether a subscriber has work to do for an event of this organization. */
export type IsWanted = (subscriber: Subscriber<object>, organizationId: string) => boolean;

/**
 * Writes activity and, in the same statement, asks which organizations want the deliveries of the subscribers that have
 * such a condition: an upload waits for one statement less.
 */
export async function writeActivity(
  tx: Transaction,
  entries: readonly PendingActivity[],
  subscriptions: readonly Subscription[] = [],
): Promise<IsWanted> {
  const asked = subscriptions.filter(({ subscriber }) => subscriber.wantedBy !== undefined);
  const wanted = new Map<Subscriber<object>, Set<string>>(asked.map(({ subscriber }) => [subscriber, new Set()]));
  const isWanted: IsWanted = (subscriber, organizationId) => wanted.get(subscriber)?.has(organizationId) ?? true;
  if (entries.length === 0 && asked.length === 0) return isWanted;
  const organizationIds = new Set(asked.flatMap(({ events }) => events.map(({ organizationId }) => organizationId)));
  const rows = await tx.sql.query<{ id: string; answers: boolean[] }>(
    `with written as (
       insert into document_activity (id, created_at, document_id, event, event_data, user_id, tag_id)
       select id, clock_timestamp(), document_id, event, event_data, user_id, tag_id
       from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::text[])
         as entry(id, document_id, event, event_data, user_id, tag_id))
     select organization.id, array[${asked.map(({ subscriber }) => subscriber.wantedBy).join(', ')}]::boolean[] as answers
     from unnest($7::text[]) as organization(id)`,
    [
      sortedActivityIds(entries.length),
      entries.map((entry) => entry.documentId),
      entries.map((entry) => entry.kind),
      entries.map(({ data }) => data && JSON.stringify(data)),
      entries.map((entry) => entry.userId),
      entries.map((entry) => entry.tagId ?? null),
      [...organizationIds],
    ],
  );
  for (const { id, answers } of rows) {
    for (const [index, { subscriber }] of asked.entries()) if (answers[index]) wanted.get(subscriber)?.add(id);
  }
  return isWanted;
}

/**
 * The update locks the row until the commit, so positions are assigned in the order of the commits: a reader who has
 * seen a position has seen all before it. PostgreSQL delivers the notification when, and only when, it commits. The commit
 * is sent without waiting for the rows, so the statement itself must fail when it finds no row to update: by the division.
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
      actor_kind, actor_user_id, actor_api_key_id, actor_reason, request_id, client_address, user_agent)
    select item.id, now(), $1, advanced.base + item.number, item.name, item.payload,
      item.kind, item."userId", item."apiKeyId", item.reason, item."requestId",
      item.address, item."userAgent"
    from advanced, json_to_recordset($7::json) as item(number int, id text, name text, payload jsonb,
      kind text, "userId" text, "apiKeyId" text, reason text, "requestId" text, address text, "userAgent" text)
  )
  select pg_notify($8, json_build_object(
    'organizationId', $1::text, 'position', base + $2::int, 'events', $9::json, 'subscribers', $12::json)::text)
    from advanced
  union all select pg_notify($10, message) from unnest($11::text[]) as message
  union all select null from (select 1 / count(*) as exactly from advanced) as updated where exactly = 0`;

const DIVISION_BY_ZERO = '22012';

/** The lock keeps the organization from being deleted before the commit; it is taken before the one on the log. */
const LIVE_ORGANIZATION = `live as (
    select id from organization where id = $1 and deleted_at is null for no key update),`;

const WRITE_EVENTS = writeEventsStatement(false);
const WRITE_EVENTS_OF_LIVE_ORGANIZATION = writeEventsStatement(true);

interface EventsToWrite {
  organizationId: string;
  events: readonly PendingEvent[];
  subscribers: readonly string[];
  onDeleted: (() => Error) | undefined;
}

interface EventsWrite {
  statement: LastStatement;
  failure: (error: unknown) => unknown;
}

/** The statement for these events; `broadcasts` are sent by it too. */
export function writeOf(
  { organizationId, events, subscribers, onDeleted }: EventsToWrite,
  broadcasts: readonly string[],
): EventsWrite {
  const total = (name: keyof CounterDeltas) =>
    events.reduce((sum, { counters }) => sum + (counters?.[name] ?? NO_DELTAS[name]), 0);
  const items = events.map(({ id, name, payload, by, origin }, index) => ({
    number: index + 1,
    id,
    name,
    payload,
    ...actorColumns(by),
    requestId: by.requestId,
    address: origin?.address,
    userAgent: origin?.userAgent ?? undefined,
  }));
  const values = [
    organizationId,
    events.length,
    total('activeDocuments'),
    total('activeBytes'),
    total('trashedDocuments'),
    total('trashedBytes'),
    JSON.stringify(items),
    CHANNEL,
    JSON.stringify([...new Set(events.map((event) => event.name))]),
    SIGNAL_CHANNEL,
    broadcasts,
    JSON.stringify(subscribers),
  ];
  return {
    statement: { text: onDeleted ? WRITE_EVENTS_OF_LIVE_ORGANIZATION : WRITE_EVENTS, values },
    failure: (error) =>
      (error as { code?: unknown }).code === DIVISION_BY_ZERO ? noLog(organizationId, onDeleted) : error,
  };
}

/** Writes events that are not the last ones of their transaction. */
export async function writeEvents(tx: Transaction, write: EventsToWrite): Promise<void> {
  const { statement, failure } = writeOf(write, []);
  await tx.sql.query(statement.text, statement.values).catch((error: unknown) => {
    throw failure(error);
  });
}

export async function sendBroadcasts(tx: Transaction, broadcasts: readonly string[]): Promise<void> {
  await tx.sql.query('select pg_notify($1, message) from unnest($2::text[]) as message', [SIGNAL_CHANNEL, broadcasts]);
}

/** Starts the log and the counters of an organization. */
export async function insertLog(tx: Transaction, organizationId: string): Promise<void> {
  await kyselyOf<HistoryTables>(tx)
    .insertInto('organization_log')
    .values({ organization_id: organizationId })
    .execute();
}

function noLog(organizationId: string, onDeleted: (() => Error) | undefined): Error {
  if (onDeleted) return onDeleted();
  return new Error(
    `${organizationId} has no row in organization_log: call Changes.open in the transaction that creates it`,
  );
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
