import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { kyselyOf, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DeliveryStatus, WebhookTables } from './webhook.schema.js';
import { DeliveryNotFound, WebhookNotFound } from './webhooks.errors.js';

/** An event on its way to a webhook. */
export interface Delivery {
  id: string;
  createdAt: Date;
  event: string;
  /** Null for a test message. */
  eventId: string | null;
  messageId: string;
  status: DeliveryStatus;
  attemptsCount: number;
  nextAttemptAt: Date | null;
  finishedAt: Date | null;
  replayOf: string | null;
  /** Null when the last attempt had no response. */
  lastResponseStatus: number | null;
  lastError: string | null;
}

export interface Attempt {
  number: number;
  startedAt: Date;
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  isResponseCut: boolean;
  error: string | null;
}

export interface DeliveryDetails extends Delivery {
  /** `timestamp` of the body. */
  occurredAt: Date;
  payload: object;
  attempts: Attempt[];
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  event?: string | undefined;
  /** Only those older than this delivery. */
  before?: string | undefined;
  limit: number;
}

const DELIVERY_COLUMNS = [
  'd.id',
  'd.created_at as createdAt',
  'd.event_name as event',
  'd.event_id as eventId',
  'd.message_id as messageId',
  'd.status',
  'd.attempts as attemptsCount',
  'd.next_attempt_at as nextAttemptAt',
  'd.finished_at as finishedAt',
  'd.replay_of as replayOf',
  'last.response_status as lastResponseStatus',
  'last.error as lastError',
] as const;

/** What was sent to a webhook, and with which result. */
@Injectable()
export class DeliveryLog {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Newest first. */
  async page(
    scope: OrganizationScope,
    webhookId: string,
    { status, event, before, limit }: DeliveryFilter,
  ): Promise<{ deliveries: Delivery[]; hasMore: boolean }> {
    await this.#assertWebhook(scope, webhookId);
    const start = before === undefined ? undefined : await this.#sequenceOf(scope, webhookId, before);
    const found = await this.#select(scope, webhookId)
      .$if(status !== undefined, (query) => query.where('d.status', '=', status as DeliveryStatus))
      .$if(event !== undefined, (query) => query.where('d.event_name', '=', event as string))
      .$if(start !== undefined, (query) => query.where('d.sequence', '<', start as string))
      .orderBy('d.sequence', 'desc')
      .limit(limit + 1)
      .execute();
    return { deliveries: found.slice(0, limit), hasMore: found.length > limit };
  }

  async find(scope: OrganizationScope, webhookId: string, deliveryId: string): Promise<DeliveryDetails> {
    await this.#assertWebhook(scope, webhookId);
    const delivery = await this.#select(scope, webhookId)
      .select(['d.occurred_at as occurredAt', 'd.payload'])
      .where('d.id', '=', deliveryId)
      .executeTakeFirst();
    if (!delivery) throw DeliveryNotFound();
    const attempts = await kyselyOf<WebhookTables>(this.unitOfWork)
      .selectFrom('webhook_attempt')
      .select([
        'number',
        'started_at as startedAt',
        'duration_ms as durationMs',
        'response_status as responseStatus',
        'response_body as responseBody',
        'is_response_cut as isResponseCut',
        'error',
      ])
      .where('delivery_id', '=', deliveryId)
      .orderBy('number')
      .execute();
    return { ...delivery, attempts };
  }

  /** The newest delivery of each webhook of the organization that has one, by the id of the webhook. */
  async newest({ organizationId }: OrganizationScope): Promise<ReadonlyMap<string, Delivery>> {
    const rows = await kyselyOf<WebhookTables>(this.unitOfWork)
      .selectFrom('webhook as w')
      .innerJoinLateral(
        (db) =>
          db
            .selectFrom('webhook_delivery')
            .selectAll()
            .whereRef('webhook_id', '=', 'w.id')
            .orderBy('sequence', 'desc')
            .limit(1)
            .as('d'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(lastAttempt, (join) => join.onTrue())
      .select(['d.webhook_id as webhookId', ...DELIVERY_COLUMNS])
      .where('w.organization_id', '=', organizationId)
      .execute();
    return new Map(rows.map(({ webhookId, ...delivery }) => [webhookId, delivery]));
  }

  async #assertWebhook({ organizationId }: OrganizationScope, webhookId: string): Promise<void> {
    const webhook = await kyselyOf<WebhookTables>(this.unitOfWork)
      .selectFrom('webhook')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', webhookId)
      .executeTakeFirst();
    if (!webhook) throw WebhookNotFound();
  }

  async #sequenceOf({ organizationId }: OrganizationScope, webhookId: string, deliveryId: string): Promise<string> {
    const delivery = await kyselyOf<WebhookTables>(this.unitOfWork)
      .selectFrom('webhook_delivery')
      .select('sequence')
      .where('organization_id', '=', organizationId)
      .where('webhook_id', '=', webhookId)
      .where('id', '=', deliveryId)
      .executeTakeFirst();
    if (!delivery) throw DeliveryNotFound();
    return delivery.sequence;
  }

  #select({ organizationId }: OrganizationScope, webhookId: string) {
    return kyselyOf<WebhookTables>(this.unitOfWork)
      .selectFrom('webhook_delivery as d')
      .leftJoinLateral(lastAttempt, (join) => join.onTrue())
      .select(DELIVERY_COLUMNS)
      .where('d.organization_id', '=', organizationId)
      .where('d.webhook_id', '=', webhookId);
  }
}

type Deliveries = WebhookTables & { d: WebhookTables['webhook_delivery'] };

function lastAttempt(db: ExpressionBuilder<Deliveries, 'd'>) {
  return db
    .selectFrom('webhook_attempt')
    .select(['response_status', 'error'])
    .whereRef('delivery_id', '=', 'd.id')
    .orderBy('number', 'desc')
    .limit(1)
    .as('last');
}
