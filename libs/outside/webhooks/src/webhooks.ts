import { Injectable } from '@nestjs/common';
import { WebhooksConfig } from '#config/webhooks';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes, EventLog } from '#ground/history';
import {
  assertRevision,
  Clock,
  createId,
  nextUpdatedAt,
  userIdOf,
  type OrganizationContext,
  type OrganizationScope,
} from '#ground/kernel';
import { SafeHttp, UnsafeUrl } from '#ground/safe-http';
import { DeliveryQueue } from './delivery-queue.js';
import { WebhookRepository, type Webhook } from './webhook.repository.js';
import { WebhookLimitReached, WebhookNotFound, WebhookUrlUnsafe } from './webhooks.errors.js';
import { WebhookCreated, WebhookDeleted, WebhookUpdated } from './webhooks.events.js';

export interface WebhookFields {
  name: string;
  url: string;
  secret?: string | undefined;
  enabled: boolean;
  events: readonly string[];
}

/** What users do with webhooks. */
@Injectable()
export class Webhooks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly webhooks: WebhookRepository,
    private readonly queue: DeliveryQueue,
    private readonly log: EventLog,
    private readonly changes: Changes,
    private readonly safeHttp: SafeHttp,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
  ) {}

  async get(ctx: OrganizationScope, webhookId: string): Promise<Webhook> {
    const webhook = await this.webhooks.find(ctx, webhookId);
    if (!webhook) throw WebhookNotFound();
    return webhook;
  }

  /** Throws when the server would refuse to send to this URL. Looks up its host, so never inside a transaction. */
  async assertUrl(url: string): Promise<void> {
    try {
      await this.safeHttp.assertSafe(url);
    } catch (error) {
      if (!(error instanceof UnsafeUrl)) throw error;
      throw WebhookUrlUnsafe({ message: `Webhooks cannot be sent to this URL: ${error.message}`, cause: error });
    }
  }

  /** The URL must have passed {@link assertUrl}. */
  async create(tx: Transaction, ctx: OrganizationContext, fields: WebhookFields): Promise<Webhook> {
    await this.webhooks.lockLimit(tx, ctx);
    if ((await this.webhooks.count(tx, ctx)) >= this.config.maxPerOrganization) throw WebhookLimitReached();
    const { name, url, secret = null, enabled, events } = fields;
    const [id, now] = [createId('wbh'), this.clock.now()];
    const row = {
      id,
      created_at: now,
      updated_at: now,
      organization_id: ctx.organizationId,
      created_by: userIdOf(ctx),
      name,
      url,
      secret,
      enabled,
      events: [...new Set(events)],
    };
    await this.webhooks.insert(tx, row, await this.#lastPosition(tx, ctx));
    this.changes.record(tx, ctx, WebhookCreated, { webhookId: id, name });
    return this.#read(tx, ctx, id);
  }

  /**
   * Changes what is given. A new secret counts at once and ends a rotation. A webhook that is enabled again gets the
   * events from now on; one that is disabled loses the deliveries that wait.
   */
  async update(
    ctx: OrganizationContext,
    webhookId: string,
    changes: Partial<WebhookFields>,
    expected?: readonly string[],
  ): Promise<Webhook> {
    if (changes.url !== undefined) {
      await this.get(ctx, webhookId);
      await this.assertUrl(changes.url);
    }
    return this.unitOfWork.run(async (tx) => {
      const before = await this.webhooks.lock(tx, ctx, webhookId);
      if (!before) throw WebhookNotFound();
      assertRevision(before, expected);
      const { name, url, secret, enabled, events } = changes;
      const updatedFields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
      if (updatedFields.length === 0) return before;
      await this.webhooks.update(tx, webhookId, {
        updated_at: nextUpdatedAt(before.updatedAt, this.clock.now()),
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(secret !== undefined && { secret, next_secret: null, secret_rotation_started_at: null }),
        ...(enabled !== undefined && { enabled }),
        ...(enabled === true && { disabled_at: null, disabled_reason: null }),
        ...(events !== undefined && { events: [...new Set(events)] }),
      });
      if (enabled === true && !before.enabled) {
        await this.webhooks.restart(tx, webhookId, await this.#lastPosition(tx, ctx));
      }
      if (enabled === false && before.enabled) await this.queue.cancel(tx, webhookId);
      this.changes.record(tx, ctx, WebhookUpdated, { webhookId, updatedFields });
      return this.#read(tx, ctx, webhookId);
    });
  }

  /** Deletes a webhook with its deliveries. */
  async delete(ctx: OrganizationContext, webhookId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const webhook = await this.webhooks.lock(tx, ctx, webhookId, { forDeletion: true });
      if (!webhook) throw WebhookNotFound();
      await this.webhooks.delete(tx, webhookId);
      this.changes.record(tx, ctx, WebhookDeleted, { webhookId, name: webhook.name });
    });
  }

  async #lastPosition(tx: Transaction, { organizationId }: OrganizationScope): Promise<string> {
    const positions = await this.log.positions([organizationId], tx);
    return String(positions.get(organizationId) ?? 0);
  }

  async #read(tx: Transaction, ctx: OrganizationContext, webhookId: string): Promise<Webhook> {
    const webhook = await this.webhooks.find(ctx, webhookId, tx);
    if (!webhook) throw WebhookNotFound();
    return webhook;
  }
}
