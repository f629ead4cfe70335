import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { EventLog, type LoggedEvent } from '#ground/history';
import type { OrganizationScope } from '#ground/kernel';
import { DeliveryQueue } from './delivery-queue.js';
import type { NewDelivery } from './delivery.repository.js';
import { WebhookStateRepository } from './webhook-state.repository.js';

/** Events that one transaction reads. */
const PAGE = 500;
/** Deliveries that one transaction adds, about: with many webhooks it reads fewer events. */
const DELIVERIES = 2_000;

/**
 * Adds the deliveries of events. Each webhook has a position in the log of its organization; a transaction that holds the
 * lock of its state adds what follows and moves the position. So each event gets its delivery once, in the order of the
 * log, whichever process comes first and however often it runs.
 */
@Injectable()
export class FanOutEvents {
  /** The pages that this process adds now, by organization: a second caller waits for one without a connection. */
  readonly #pages = new Map<string, Promise<void>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly states: WebhookStateRepository,
    private readonly queue: DeliveryQueue,
    private readonly log: EventLog,
  ) {}

  /** Brings the webhooks of an organization at least up to this position. */
  async upTo(scope: OrganizationScope, position: number, signal: AbortSignal): Promise<void> {
    while (await this.states.isBehind(scope, position)) {
      signal.throwIfAborted();
      await this.#addPageOnce(scope);
    }
  }

  /** Finds organizations whose webhooks are behind the log: a wake-up was lost. Returns how many there were. */
  async sweep(signal: AbortSignal): Promise<number> {
    const { behind, log } = await this.#organizationsBehind();
    // Page by page in turns, so that no organization waits until another one has caught up.
    for (let left = behind; left.length > 0;) {
      const still: typeof behind = [];
      for (const scope of left) {
        signal.throwIfAborted();
        await this.#addPageOnce(scope);
        if (await this.states.isBehind(scope, log.get(scope.organizationId) ?? 0)) still.push(scope);
      }
      left = still;
    }
    return behind.length;
  }

  /** True when the webhooks of some organization are behind the log. */
  async isBehind(): Promise<boolean> {
    return (await this.#organizationsBehind()).behind.length > 0;
  }

  async #organizationsBehind() {
    const webhooks = await this.states.lowestPositions();
    if (webhooks.length === 0) return { behind: [], log: new Map<string, number>() };
    const log = await this.log.positions(webhooks.map(({ organizationId }) => organizationId));
    return {
      behind: webhooks.filter(({ organizationId, position }) => position < (log.get(organizationId) ?? 0)),
      log,
    };
  }

  #addPageOnce(scope: OrganizationScope): Promise<void> {
    const running = this.#pages.get(scope.organizationId);
    if (running) return running;
    const page = this.#addPage(scope).finally(() => this.#pages.delete(scope.organizationId));
    this.#pages.set(scope.organizationId, page);
    return page;
  }

  async #addPage(scope: OrganizationScope): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const webhooks = await this.states.lockEnabled(tx, scope);
      if (webhooks.length === 0) return;
      const after = Math.min(...webhooks.map(({ position }) => position));
      const limit = Math.max(1, Math.min(PAGE, Math.ceil(DELIVERIES / webhooks.length)));
      // Read first: when no event follows, those up to here are gone from the log.
      const end = (await this.log.positions([scope.organizationId], tx)).get(scope.organizationId) ?? 0;
      const events = await this.log.page(tx, scope, { after, limit });
      const wanted = webhooks.flatMap(({ id, events: names, position }) =>
        events
          .filter((event) => event.position > position && names.includes(event.name))
          .map((event) => deliveryOf(scope, id, event)),
      );
      await this.queue.add(tx, wanted);
      const ids = webhooks.map(({ id }) => id);
      await this.states.moveTo(tx, ids, events.at(-1)?.position ?? end);
    });
  }
}

export function deliveryOf({ organizationId }: OrganizationScope, webhookId: string, event: LoggedEvent): NewDelivery {
  const { documentId } = event.payload as { documentId?: string };
  return {
    webhookId,
    organizationId,
    subject: documentId ?? organizationId,
    eventId: event.id,
    eventName: event.name,
    occurredAt: event.createdAt,
    payload: event.payload,
  };
}
