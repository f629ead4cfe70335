import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';

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

/**
 * The position and health of webhooks. A transaction that adds or ends deliveries locks this row; one that also needs the
 * row of the webhook locks that one first.
 */
@Injectable()
export class WebhookStateRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** True when an enabled webhook of the organization has not reached this position of the log. */
  async isBehind({ organizationId }: OrganizationScope, position: number): Promise<boolean> {
    const rows = await sqlOver(this.unitOfWork.db).query(
      `select from webhook join webhook_state on webhook_id = id
       where organization_id = $1 and enabled and position < $2 limit 1`,
      [organizationId, position],
    );
    return rows.length > 0;
  }

  /** The lowest position of the enabled webhooks of each organization. */
  lowestPositions(): Promise<{ organizationId: string; position: number }[]> {
    return sqlOver(this.unitOfWork.db).query(
      `select organization_id as "organizationId", min(position)::float8 as position
       from webhook join webhook_state on webhook_id = id where enabled group by organization_id`,
    );
  }

  /**
   * Locks the enabled webhooks of an organization. They are read again under the lock: a transaction that held it may
   * have disabled one or moved its position.
   */
  async lockEnabled(tx: Transaction, { organizationId }: OrganizationScope): Promise<LockedWebhook[]> {
    const webhooks = await tx.sql.query<{ id: string }>(
      'select id from webhook where organization_id = $1 and enabled order by id for key share',
      [organizationId],
    );
    if (webhooks.length === 0) return [];
    const ids = webhooks.map(({ id }) => id);
    await tx.sql.query(
      'select from webhook_state where webhook_id = any($1::text[]) order by webhook_id for no key update',
      [ids],
    );
    return tx.sql.query<LockedWebhook>(
      `select id, events, position::float8 as position from webhook join webhook_state on webhook_id = id
       where id = any($1::text[]) and enabled order by id`,
      [ids],
    );
  }

  /** Locks one webhook, enabled or not; `undefined` when the organization has none with this id. */
  async lock(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    webhookId: string,
  ): Promise<LockedState | undefined> {
    const known = await tx.sql.query('select from webhook where organization_id = $1 and id = $2 for key share', [
      organizationId,
      webhookId,
    ]);
    if (known.length === 0 || !(await this.lockState(tx, webhookId))) return undefined;
    const [webhook] = await tx.sql.query<LockedState>(
      `select id, events, enabled as "isEnabled", position::float8 as position, replay_task as "replayTask"
       from webhook join webhook_state on webhook_id = id where id = $1`,
      [webhookId],
    );
    return webhook;
  }

  /** False when the webhook was deleted. */
  async lockState(tx: Transaction, webhookId: string): Promise<boolean> {
    const rows = await tx.sql.query('select from webhook_state where webhook_id = $1 for no key update', [webhookId]);
    return rows.length > 0;
  }

  /** Marks the log up to this position as done for these webhooks, whose states are locked. */
  async moveTo(tx: Transaction, webhookIds: readonly string[], position: number): Promise<void> {
    await tx.sql.query(
      'update webhook_state set position = $2 where webhook_id = any($1::text[]) and position < $2::bigint',
      [webhookIds, position],
    );
  }

  async noteReplay(tx: Transaction, webhookId: string, taskId: string): Promise<void> {
    await tx.sql.query('update webhook_state set replay_task = $2 where webhook_id = $1', [webhookId, taskId]);
  }

  /** Notes an attempt. Returns since when the webhook fails; `null` when it does not. */
  async noteAttempt(
    tx: Transaction,
    webhookId: string,
    { startedAt, isSuccess, countsFailure }: AttemptEffect,
  ): Promise<Date | null> {
    const [state] = await tx.sql.query<{ failingSince: Date | null }>(
      `update webhook_state set last_triggered_at = greatest(last_triggered_at, $2),
         failing_since = case when $3 then null when $4 then coalesce(failing_since, now()) else failing_since end,
         failures = case when $3 then 0 when $4 then failures + 1 else failures end
       where webhook_id = $1 returning failing_since as "failingSince"`,
      [webhookId, startedAt, isSuccess, countsFailure],
    );
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
    await tx.sql.query('select from webhook where id = $1 for no key update', [webhookId]);
    if (!(await this.lockState(tx, webhookId))) return undefined;
    const [disabled] = await tx.sql.query<{ organizationId: string; name: string; failingSince: Date }>(
      `update webhook set enabled = false, disabled_at = now(), disabled_reason = $3,
         updated_at = greatest(now(), updated_at + interval '1 ms')
       from webhook_state where webhook_id = id and id = $1 and enabled
         and failing_since <= now() - make_interval(hours => $2)
       returning organization_id as "organizationId", name, failing_since as "failingSince"`,
      [webhookId, hours, reason],
    );
    return disabled;
  }

  /** Counts the webhooks of all organizations, for the person who runs the server. */
  async health(): Promise<{ disabled: number; failing: number }> {
    const [counts] = await sqlOver(this.unitOfWork.db).query<{ disabled: number; failing: number }>(
      `select count(*) filter (where disabled_at is not null)::int as disabled,
         count(*) filter (where enabled and failing_since < now() - interval '1 day')::int as failing
       from webhook join webhook_state on webhook_id = id`,
    );
    return counts ?? { disabled: 0, failing: 0 };
  }
}
