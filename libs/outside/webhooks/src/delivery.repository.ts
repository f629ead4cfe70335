import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, COUNT, kyselyOf, NOW, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationScope } from '#ground/kernel';
import type { Message, Secrets } from './message.js';
import type { DeliveryStatus, WebhookTables } from './webhook.schema.js';

export interface NewDelivery {
  /** Missing: a new one. */
  id?: string;
  webhookId: string;
  organizationId: string;
  /** Deliveries of one webhook with the same subject keep their order. */
  subject: string;
  eventId: string | null;
  eventName: string;
  occurredAt: Date;
  payload: object;
  /** Missing: a new one. */
  messageId?: string;
  replayOf?: string;
  replayTask?: string;
}

/** A delivery that may be sent now: no other pending one of its webhook and subject is before it. */
export interface Head {
  organizationId: string;
  webhookId: string;
  deliveryId: string;
}

/** All that an attempt needs. */
export interface DeliveryToSend extends Message, Secrets {
  webhookId: string;
  url: string;
  isEnabled: boolean;
  /** The number of attempts so far. */
  attempts: number;
}

export interface FinishedDelivery {
  id: string;
  messageId: string;
  subject: string;
  status: DeliveryStatus;
  eventId: string | null;
  eventName: string;
  occurredAt: Date;
  payload: object;
}

export interface Attempt {
  startedAt: Date;
  durationMs: number;
  /** Null when there was no response. */
  responseStatus: number | null;
  responseBody: string | null;
  isResponseCut: boolean;
  error: string | null;
}

/** What follows from an attempt: another one after the pause, or the end. */
export type Outcome = { status: 'failed' | 'succeeded' } | { status: 'pending'; pauseMs: number };

/** Rows that one statement writes: more would block this thread and hold the lock for long. */
const CHUNK = 1_000;

/** The condition of the index of pending deliveries: bound values would keep a prepared statement from using it. */
const IS_PENDING = sql<boolean>`status = 'pending'`;

/** Every statement on deliveries and their attempts. Those that add or end some need the lock of the webhook's state. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Adds deliveries in this order, except those that exist. Returns the ones that can be sent now. */
  async add(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<Head[]> {
    const heads: Head[] = [];
    for (let start = 0; start < deliveries.length; start += CHUNK)
      heads.push(...(await this.#addChunk(tx, deliveries.slice(start, start + CHUNK))));
    return heads;
  }

  async #addChunk(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<Head[]> {
    const rows = deliveries.map((delivery, number) => ({
      ...delivery,
      number,
      id: delivery.id ?? createId('wbh_dlv'),
      messageId: delivery.messageId ?? createId('msg'),
    }));
    // Raw: a list of rows as one value.
    const added = await tx.sql.query<{ id: string }>(
      `insert into webhook_delivery (id, webhook_id, organization_id, subject, message_id, event_id, event_name,
         occurred_at, payload, replay_of, replay_task)
       select id, "webhookId", "organizationId", subject, "messageId", "eventId", "eventName",
         "occurredAt", payload, "replayOf", "replayTask"
       from json_to_recordset($1::json) as item(number int, id text, "webhookId" text, "organizationId" text,
         subject text, "messageId" text, "eventId" text, "eventName" text, "occurredAt" timestamptz, payload jsonb,
         "replayOf" text, "replayTask" text)
       order by number
       on conflict (webhook_id, event_id, (coalesce(replay_task, case when replay_of is null then '' else id end)))
         do nothing
       returning id`,
      [JSON.stringify(rows)],
    );
    // Raw. One look into the index for each row: `not exists` could become a join with all that is pending.
    return tx.sql.query<Head>(
      `select id as "deliveryId", webhook_id as "webhookId", organization_id as "organizationId"
       from webhook_delivery one where id = any($1::text[]) and id = (
         select first.id from webhook_delivery first where first.webhook_id = one.webhook_id
           and first.subject = one.subject and first.status = 'pending' order by first.sequence limit 1)
       order by sequence`,
      [added.map(({ id }) => id)],
    );
  }

  /**
   * Reserves a delivery for one attempt of at most `milliseconds`. `undefined` when it is not pending, when it has to
   * wait, or when another process makes an attempt.
   */
  async begin(deliveryId: string, milliseconds: number): Promise<DeliveryToSend | undefined> {
    const [delivery] = await sqlOver(this.unitOfWork.db).query<DeliveryToSend>(
      `update webhook_delivery d set attempting_until = now() + $2 * interval '1 ms'
       from webhook w
       where d.id = $1 and w.id = d.webhook_id and d.status = 'pending'
         and coalesce(greatest(d.attempting_until, d.next_attempt_at) <= now(), true)
       returning d.message_id as id, d.organization_id as "organizationId", d.event_name as "eventName",
         d.occurred_at as "occurredAt", d.payload, d.attempts, w.id as "webhookId", w.url, w.enabled as "isEnabled", w.secret,
         w.next_secret as "nextSecret"`,
      [deliveryId, milliseconds],
    );
    return delivery;
  }

  /** Returns when the next attempt of a pending delivery may begin; `undefined` when it is not pending. */
  async waitsUntil(deliveryId: string): Promise<Date | undefined> {
    const delivery = await kyselyOf<WebhookTables>(this.unitOfWork)
      .selectFrom('webhook_delivery')
      .select(sql<Date>`coalesce(greatest(attempting_until, next_attempt_at), now())`.as('until'))
      .where('id', '=', deliveryId)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    return delivery?.until;
  }

  /** Ends the reservation of an attempt that was broken off, so that another process can make it at once. */
  async release(deliveryId: string): Promise<void> {
    await kyselyOf<WebhookTables>(this.unitOfWork)
      .updateTable('webhook_delivery')
      .set({ attempting_until: null })
      .where('id', '=', deliveryId)
      .execute();
  }

  /**
   * Writes an attempt and what follows from it. A delivery that was cancelled meanwhile stays cancelled, unless the
   * attempt was successful. Returns its state after that.
   */
  async finish(
    tx: Transaction,
    deliveryId: string,
    attempt: Attempt,
    outcome: Outcome,
  ): Promise<{ status: DeliveryStatus; subject: string; nextAttemptAt: Date | null } | undefined> {
    const pauseMs = outcome.status === 'pending' ? outcome.pauseMs : null;
    const [delivery] = await tx.sql.query<{
      status: DeliveryStatus;
      subject: string;
      attempts: number;
      nextAttemptAt: Date | null;
    }>(
      `update webhook_delivery set attempts = attempts + 1, attempting_until = null,
         status = case when status = 'pending' or $2 = 'succeeded' then $2 else status end,
         next_attempt_at = case when status = 'pending' then now() + $3 * interval '1 ms' end,
         finished_at = case when status <> 'pending' then finished_at when $2 <> 'pending' then now() end
       where id = $1 returning status, subject, attempts, next_attempt_at as "nextAttemptAt"`,
      [deliveryId, outcome.status, pauseMs],
    );
    if (!delivery) return undefined;
    await kyselyOf<WebhookTables>(tx)
      .insertInto('webhook_attempt')
      .values({
        ...{ delivery_id: deliveryId, number: delivery.attempts, started_at: attempt.startedAt },
        ...{ duration_ms: attempt.durationMs, response_status: attempt.responseStatus },
        ...{ response_body: attempt.responseBody, is_response_cut: attempt.isResponseCut, error: attempt.error },
      })
      .execute();
    return delivery;
  }

  /** The oldest pending delivery of this subject. */
  nextOf(tx: Transaction, webhookId: string, subject: string): Promise<Head | undefined> {
    return kyselyOf<WebhookTables>(tx)
      .selectFrom('webhook_delivery')
      .select(['id as deliveryId', 'webhook_id as webhookId', 'organization_id as organizationId'])
      .where('webhook_id', '=', webhookId)
      .where('subject', '=', subject)
      .where(IS_PENDING)
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst();
  }

  /** Cancels what a webhook has not sent yet; a request that is under way ends. Returns how many deliveries. */
  async cancelPending(tx: Transaction, webhookId: string): Promise<number> {
    const { count } = await kyselyOf<WebhookTables>(tx)
      .with('cancelled', (db) =>
        db
          .updateTable('webhook_delivery')
          .set({ status: 'cancelled', finished_at: NOW, next_attempt_at: null })
          .where('webhook_id', '=', webhookId)
          .where(IS_PENDING)
          .returning('id'),
      )
      .selectFrom('cancelled')
      .select(COUNT.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  find(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
  ): Promise<FinishedDelivery | undefined> {
    return kyselyOf<WebhookTables>(tx)
      .selectFrom('webhook_delivery')
      .select(['id', 'message_id as messageId', 'subject', 'status', 'event_id as eventId'])
      .select(['event_name as eventName', 'occurred_at as occurredAt', 'payload'])
      .where('organization_id', '=', organizationId)
      .where('webhook_id', '=', webhookId)
      .where('id', '=', deliveryId)
      .executeTakeFirst();
  }

  /** The first delivery of each of these events to a webhook. */
  async firstOfEvents(
    tx: Transaction,
    webhookId: string,
    eventIds: readonly string[],
  ): Promise<Map<string, { id: string; messageId: string }>> {
    const rows = await kyselyOf<WebhookTables>(tx)
      .selectFrom('webhook_delivery')
      .distinctOn('event_id')
      .select(['event_id as eventId', 'id', 'message_id as messageId'])
      .where('webhook_id', '=', webhookId)
      .where('event_id', '=', anyOf(eventIds))
      .orderBy('event_id')
      .orderBy('sequence')
      .$narrowType<{ eventId: string }>()
      .execute();
    return new Map(rows.map(({ eventId, ...delivery }) => [eventId, delivery]));
  }

  /** Removes up to `limit` deliveries that ended more than `days` ago, with their attempts; returns how many. */
  async removeOld(days: number, limit: number): Promise<number> {
    const removed = await kyselyOf<WebhookTables>(this.unitOfWork)
      .deleteFrom('webhook_delivery')
      .where('id', 'in', (of) =>
        of
          .selectFrom('webhook_delivery')
          .select('id')
          .where(sql<boolean>`status <> 'pending'`)
          .where('finished_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
          .orderBy('finished_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute();
    return removed.length;
  }
}
