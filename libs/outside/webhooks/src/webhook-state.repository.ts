import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, kyselyOf, NOW, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { WebhookTables } from './webhook.schema.js';

/** A webhook whose state is locked. */
export interface LockedWebhook {
  id: string;
  events: string[];
  position: number;
}

/** One webhook, enabled or not. */
export interface LockedState extends LockedWebhook {
  isEnabled: boolean;
  /** The last task that has replayed its events. */
  replayTask: string | null;
}

export interface AttemptEffect {
  startedAt: Date;
  isSuccess: boolean;
  /** False for a test message, whose failure says nothing about the deliveries of events. */
  countsFailure: boolean;
}

const POSITION = sql<number>`position::float8`.as('position');

/**
 * The position and health of webhooks. A transaction that adds or ends deliveries locks this row; one that also needs the
 * row of the webhook locks that one first.
 */
@Injectable()
export class WebhookStateRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** True when an enabled webhook of the organization has not reached this position of the log. */
  async isBehind({ organizationId }: OrganizationScope, position: number): Promise<boolean> {
    const rows = await this.#withState()
      .where('organization_id', '=', organizationId)
      .where('enabled', '=', true)
      .where('position', '<', String(position))
      .limit(1)
      .execute();
    return rows.length > 0;
  }

  /** The lowest position of the enabled webhooks of each organization. */
  lowestPositions(): Promise<{ organizationId: string; position: number }[]> {
    return this.#withState()
      .select(['organization_id as organizationId', sql<number>`min(position)::float8`.as('position')])
      .where('enabled', '=', true)
      .groupBy('organization_id')
      .execute();
  }

  /**
   * Locks the enabled webhooks of an organization. They are read again under the lock: a transaction that held it may
   * have disabled one or moved its position.
   */
  async lockEnabled(tx: Transaction, { organizationId }: OrganizationScope): Promise<LockedWebhook[]> {
    const db = kyselyOf<WebhookTables>(tx);
    const webhooks = await db
      .selectFrom('webhook')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('enabled', '=', true)
      .orderBy('id')
      .forKeyShare()
      .execute();
    if (webhooks.length === 0) return [];
    const ids = webhooks.map(({ id }) => id);
    await db
      .selectFrom('webhook_state')
      .where('webhook_id', '=', anyOf(ids))
      .orderBy('webhook_id')
      .forNoKeyUpdate()
      .execute();
    return this.#withState(tx)
      .select(['id', 'events', POSITION])
      .where('id', '=', anyOf(ids))
      .where('enabled', '=', true)
      .orderBy('id')
      .execute();
  }

  /** Locks one webhook, enabled or not; `undefined` when the organization has none with this id. */
  async lock(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    webhookId: string,
  ): Promise<LockedState | undefined> {
    const known = await kyselyOf<WebhookTables>(tx)
      .selectFrom('webhook')
      .where('organization_id', '=', organizationId)
      .where('id', '=', webhookId)
      .forKeyShare()
      .execute();
    if (known.length === 0 || !(await this.lockState(tx, webhookId))) return undefined;
    return this.#withState(tx)
      .select(['id', 'events', 'enabled as isEnabled', POSITION, 'replay_task as replayTask'])
      .where('id', '=', webhookId)
      .executeTakeFirst();
  }

  /** False when the webhook was deleted. */
  async lockState(tx: Transaction, webhookId: string): Promise<boolean> {
    const rows = await kyselyOf<WebhookTables>(tx)
      .selectFrom('webhook_state')
      .where('webhook_id', '=', webhookId)
      .forNoKeyUpdate()
      .execute();
    return rows.length > 0;
  }

  /** Marks the log up to this position as done for these webhooks, whose states are locked. */
  async moveTo(tx: Transaction, webhookIds: readonly string[], position: number): Promise<void> {
    await kyselyOf<WebhookTables>(tx)
      .updateTable('webhook_state')
      .set({ position: String(position) })
      .where('webhook_id', '=', anyOf(webhookIds))
      .where('position', '<', String(position))
      .execute();
  }

  async noteReplay(tx: Transaction, webhookId: string, taskId: string): Promise<void> {
    await kyselyOf<WebhookTables>(tx)
      .updateTable('webhook_state')
      .set({ replay_task: taskId })
      .where('webhook_id', '=', webhookId)
      .execute();
  }

  /** Notes an attempt. Returns since when the webhook fails; `null` when it does not. */
  async noteAttempt(
    tx: Transaction,
    webhookId: string,
    { startedAt, isSuccess, countsFailure }: AttemptEffect,
  ): Promise<Date | null> {
    const health = isSuccess
      ? { failing_since: null, failures: 0 }
      : { failing_since: sql<Date>`coalesce(failing_since, now())`, failures: sql<number>`failures + 1` };
    const state = await kyselyOf<WebhookTables>(tx)
      .updateTable('webhook_state')
      .set({
        last_triggered_at: sql<Date>`greatest(last_triggered_at, ${startedAt})`,
        ...(isSuccess || countsFailure ? health : {}),
      })
      .where('webhook_id', '=', webhookId)
      .returning('failing_since as failingSince')
      .executeTakeFirst();
    return state?.failingSince ?? null;
  }

  /**
   * Disables an enabled webhook that has failed for at least `hours`; `undefined` when it has not. Locks the webhook and
   * its state.
   */
  async disableFailing(
    tx: Transaction,
    webhookId: string,
    { hours, reason }: { hours: number; reason: string },
  ): Promise<{ organizationId: string; name: string; failingSince: Date } | undefined> {
    const db = kyselyOf<WebhookTables>(tx);
    await db.selectFrom('webhook').where('id', '=', webhookId).forNoKeyUpdate().execute();
    if (!(await this.lockState(tx, webhookId))) return undefined;
    return db
      .updateTable('webhook')
      .from('webhook_state')
      .set({
        enabled: false,
        disabled_at: NOW,
        disabled_reason: reason,
        updated_at: sql<Date>`greatest(now(), updated_at + interval '1 ms')`,
      })
      .whereRef('webhook_id', '=', 'id')
      .where('id', '=', webhookId)
      .where('enabled', '=', true)
      .where('failing_since', '<=', sql<Date>`now() - make_interval(hours => ${hours})`)
      .returning(['organization_id as organizationId', 'name', 'failing_since as failingSince'])
      .$narrowType<{ failingSince: Date }>()
      .executeTakeFirst();
  }

  /** Counts the webhooks of all organizations, for the person who runs the server. */
  health(): Promise<{ disabled: number; failing: number }> {
    return this.#withState()
      .select([
        sql<number>`count(*) filter (where disabled_at is not null)::int`.as('disabled'),
        sql<number>`count(*) filter (where enabled and failing_since < now() - interval '1 day')::int`.as('failing'),
      ])
      .executeTakeFirstOrThrow();
  }

  #withState(tx?: Transaction) {
    return kyselyOf<WebhookTables>(tx ?? this.unitOfWork)
      .selectFrom('webhook')
      .innerJoin('webhook_state', 'webhook_id', 'id');
  }
}
