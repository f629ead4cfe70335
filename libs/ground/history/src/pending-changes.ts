import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import {
  sendBroadcasts,
  writeActivity,
  writeEvents,
  writeOf,
  type PendingActivity,
  type PendingEvent,
  type Subscription,
} from './pending-changes.repository.js';
import { definedSubscribers, followed, type EventDelivery } from './subscriber-definition.js';

interface Pending {
  events: PendingEvent[];
  activity: PendingActivity[];
  /** Messages for the processes of the installation. */
  broadcasts: string[];
}

/** Changes that one statement writes: those of a batch over a whole archive, written by one, would block this thread. */
const CHUNK = 1_000;

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
    const pending: Pending = { events: [], activity: [], broadcasts: [] };
    this.#pending.set(tx, pending);
    tx.beforeCommit(() => this.#write(tx, pending));
    return pending;
  }

  async #write(tx: Transaction, { events, activity, broadcasts }: Pending): Promise<void> {
    const subscriptions = subscriptionsOf(events);
    const [first = [], ...others] = inChunks(activity);
    const isWanted = await writeActivity(tx, first, subscriptions);
    for (const chunk of others) await writeActivity(tx, chunk);
    const subscribers: string[] = [];
    for (const { subscriber, events: own } of subscriptions) {
      const deliveries = own
        .filter(({ organizationId }) => isWanted(subscriber, organizationId))
        .map(({ id: eventId, organizationId }) => ({ subscriber: subscriber.name, organizationId, eventId }));
      if (deliveries.length > 0) subscribers.push(subscriber.name);
      for (const chunk of inChunks<EventDelivery>(deliveries)) {
        await this.jobs.enqueueAll(tx, subscriber.job, chunk, { singletonKey: ({ eventId }) => eventId });
      }
    }
    // The same order in every transaction, so that two of them cannot wait for each other.
    const byOrganization = Map.groupBy(events, (event) => event.organizationId);
    const writes = [...byOrganization.keys()].sort().flatMap((organizationId) => {
      const own = byOrganization.get(organizationId) ?? [];
      // The lock is taken from the first chunk on: the organization is locked before its log.
      const onDeleted = own.find((event) => event.onDeletedOrganization)?.onDeletedOrganization;
      return [...inChunks(own)].map((chunk) => ({ organizationId, events: chunk, subscribers, onDeleted }));
    });
    const last = writes.pop();
    for (const write of writes) await writeEvents(tx, write);
    if (last) {
      const { statement, failure } = writeOf(last, broadcasts);
      tx.commitWith(statement, failure);
    } else if (broadcasts.length > 0) await sendBroadcasts(tx, broadcasts);
  }
}

function* inChunks<Item>(items: readonly Item[]): Iterable<Item[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK);
}

function subscriptionsOf(events: readonly PendingEvent[]): Subscription[] {
  return definedSubscribers()
    .map((subscriber) => ({ subscriber, events: followed(subscriber, events) }))
    .filter((subscription) => subscription.events.length > 0);
}
