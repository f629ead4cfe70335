import { Injectable } from '@nestjs/common';
import { sql, type Insertable, type Updateable } from 'kysely';
import { kyselyOf, lockName, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope, Page } from '#ground/kernel';
import { WebhookStateRepository } from './webhook-state.repository.js';
import type { WebhookTables } from './webhook.schema.js';

/** A webhook as users see it: without its secrets. */
export interface Webhook {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  url: string;
  enabled: boolean;
  events: string[];
  hasSecret: boolean;
  secretRotationStartedAt: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  lastTriggeredAt: Date | null;
  failingSince: Date | null;
}

/** Which webhooks of the installation. */
export interface WebhookSelection {
  /** A whole id of a webhook or an organization, or a part of the name or the URL. */
  search?: string | undefined;
  state?: 'disabled' | 'enabled' | 'failing' | undefined;
}

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_017;

/** The webhooks of an organization and what users set in them. */
@Injectable()
export class WebhookRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly states: WebhookStateRepository,
  ) {}

  /** Webhooks are created one after the other, so that the limit holds. The first lock to take. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  async count(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<WebhookTables>(tx)
      .selectFrom('webhook')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Oldest first. */
  list(scope: OrganizationScope, page?: Page): Promise<Webhook[]> {
    return this.#select(scope).orderBy('w.created_at').orderBy('w.id').$call(ofPage(page)).execute();
  }

  /** Lists the webhooks of all organizations, for administrators of the installation; newest first. */
  async listAll(selection: WebhookSelection, page: Page): Promise<Webhook[]> {
    return this.#selectAll(selection)
      .orderBy('w.created_at', 'desc')
      .orderBy('w.id', 'desc')
      .$call(ofPage(page))
      .execute();
  }

  async countAll(selection: WebhookSelection): Promise<number> {
    const { count } = await this.#selectAll(selection)
      .clearSelect()
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  find(scope: OrganizationScope, webhookId: string, tx?: Transaction): Promise<Webhook | undefined> {
    return this.#select(scope, tx).where('w.id', '=', webhookId).executeTakeFirst();
  }

  /**
   * The webhook, then its state, whose lock is held while deliveries are added or end. A deletion takes its stronger lock
   * at once: with the state locked it would wait for transactions that wait for the state.
   */
  async lock(
    tx: Transaction,
    scope: OrganizationScope,
    webhookId: string,
    { forDeletion = false } = {},
  ): Promise<Webhook | undefined> {
    const webhook = await this.#select(scope, tx)
      .where('w.id', '=', webhookId)
      .$call((query) => (forDeletion ? query.forUpdate('w') : query.forNoKeyUpdate('w')))
      .executeTakeFirst();
    return webhook && (await this.states.lockState(tx, webhookId)) ? webhook : undefined;
  }

  /** `position`: the last event of the log that the webhook does not get. */
  async insert(tx: Transaction, row: Insertable<WebhookTables['webhook']>, position: string): Promise<void> {
    const db = kyselyOf<WebhookTables>(tx);
    await db.insertInto('webhook').values(row).execute();
    await db.insertInto('webhook_state').values({ webhook_id: row.id, position, failures: 0 }).execute();
  }

  async update(tx: Transaction, webhookId: string, changes: Updateable<WebhookTables['webhook']>): Promise<void> {
    await kyselyOf<WebhookTables>(tx).updateTable('webhook').set(changes).where('id', '=', webhookId).execute();
  }

  /** Ends the rotation of the secret: the new one counts alone. */
  async replaceSecret(tx: Transaction, webhookId: string, updatedAt: Date): Promise<void> {
    await kyselyOf<WebhookTables>(tx)
      .updateTable('webhook')
      .set((webhook) => ({
        updated_at: updatedAt,
        secret: webhook.ref('next_secret'),
        next_secret: null,
        secret_rotation_started_at: null,
      }))
      .where('id', '=', webhookId)
      .execute();
  }

  /** Begins again after `position`, as if nothing had failed. */
  async restart(tx: Transaction, webhookId: string, position: string): Promise<void> {
    await kyselyOf<WebhookTables>(tx)
      .updateTable('webhook_state')
      .set({ position, failing_since: null, failures: 0 })
      .where('webhook_id', '=', webhookId)
      .execute();
  }

  /** Deletes a webhook with its deliveries. */
  async delete(tx: Transaction, webhookId: string): Promise<void> {
    await kyselyOf<WebhookTables>(tx).deleteFrom('webhook').where('id', '=', webhookId).execute();
  }

  #selectAll({ search, state }: WebhookSelection) {
    return this.#selectAny()
      .$if(search !== undefined && search !== '', (query) =>
        query.where(
          sql<boolean>`(w.id = ${search} or w.organization_id = ${search} or position(lower(${search}) in lower(w.name)) > 0
            or position(lower(${search}) in lower(w.url)) > 0)`,
        ),
      )
      .$if(state === 'failing', (query) => query.where('s.failing_since', 'is not', null))
      .$if(state === 'enabled', (query) => query.where('w.enabled', '=', true))
      .$if(state === 'disabled', (query) => query.where('w.enabled', '=', false));
  }

  #select({ organizationId }: OrganizationScope, tx?: Transaction) {
    return this.#selectAny(tx).where('w.organization_id', '=', organizationId);
  }

  #selectAny(tx?: Transaction) {
    return kyselyOf<WebhookTables>(tx ?? this.unitOfWork)
      .selectFrom('webhook as w')
      .innerJoin('webhook_state as s', 's.webhook_id', 'w.id')
      .select((select) => [
        'w.id',
        'w.created_at as createdAt',
        'w.updated_at as updatedAt',
        'w.organization_id as organizationId',
        'w.created_by as createdBy',
        'w.name',
        'w.url',
        'w.enabled',
        'w.events',
        select('w.secret', 'is not', null).$castTo<boolean>().as('hasSecret'),
        'w.secret_rotation_started_at as secretRotationStartedAt',
        'w.disabled_at as disabledAt',
        'w.disabled_reason as disabledReason',
        's.last_triggered_at as lastTriggeredAt',
        's.failing_since as failingSince',
      ]);
  }
}
