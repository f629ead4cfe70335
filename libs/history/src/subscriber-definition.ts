import type { Transaction } from '#libs/database';
import { defineJob, type JobDefinition } from '#libs/jobs';
import type { ActorContext, SystemReason } from '#libs/kernel';
import type { EventDefinition } from './event-definition.js';

/** Data of a subscriber's job: which event it is about. */
export interface EventDelivery {
  subscriber: string;
  organizationId: string;
  eventId: string;
}

/**
 * Durable work that follows an event. Each event has one job for each of its subscribers, added by the transaction that
 * records the event.
 */
export interface Subscriber<Payload extends object> {
  readonly name: string;
  readonly description: string;
  readonly events: readonly EventDefinition<Payload>[];
  readonly job: JobDefinition<EventDelivery>;
  /** Events that the server caused for this reason are not delivered. */
  readonly exceptFrom?: SystemReason | undefined;
  readonly wantedBy?: WantedBy | undefined;
}

/** Returns those of the organizations that want a subscriber's deliveries. */
export type WantedBy = (tx: Transaction, organizationIds: readonly string[]) => Promise<ReadonlySet<string>>;

interface SubscriberOptions {
  /** What it does, for the reference page. */
  description: string;
  /** Attempts after the first; then the job goes to the dead-letter queue. */
  retries?: number;
  /** Events that one process handles at a time. */
  concurrency?: number;
  /** Seconds that one attempt may take. */
  timeoutSeconds?: number;
  /** Leaves out the events that the server caused for this reason: those of its own changes. */
  exceptFrom?: SystemReason;
  /**
   * Without it, every organization wants them. Asked once in each transaction with such events, just before the commit:
   * one statement that uses an index and takes no locks. When it fails, the transaction fails.
   */
  wantedBy?: WantedBy;
}

/** With the pauses that double from 2 seconds, 30 retries take about 20 hours. */
const LONGEST_PAUSE_SECONDS = 3_600;

const definitions = new Map<string, Subscriber<object>>();

/**
 * Defines a subscriber, in the `<feature>.subscribers.ts` that the feature's entry point exports: a process that only
 * records events must know it too. The name never changes, because jobs that wait refer to it. A method of a provider in
 * `worker/` does the work; see {@link Handles}.
 */
export function defineSubscriber<Payload extends object>(
  name: string,
  events: EventDefinition<Payload> | readonly EventDefinition<Payload>[],
  { description, retries = 30, concurrency = 4, timeoutSeconds = 60, exceptFrom, wantedBy }: SubscriberOptions,
): Subscriber<Payload> {
  const job = defineJob<EventDelivery>(subscriberQueue(name), {
    retries,
    concurrency,
    timeoutSeconds,
    longestPauseSeconds: LONGEST_PAUSE_SECONDS,
    notifies: false,
  });
  const subscriber: Subscriber<Payload> = { name, description, events: [events].flat(), job, exceptFrom, wantedBy };
  definitions.set(name, subscriber);
  return subscriber;
}

/** The name of the jobs of a subscriber. */
export const subscriberQueue = (name: string): string => `subscriber.${name}`;

/** All subscribers. */
export function definedSubscribers(): Subscriber<object>[] {
  return [...definitions.values()];
}

interface Delivered {
  id: string;
  organizationId: string;
  name: string;
  by: ActorContext;
}

/** What a subscriber gets of these events. */
export async function deliveriesOf(
  tx: Transaction,
  { name: subscriber, events: wanted, exceptFrom, wantedBy }: Subscriber<object>,
  events: readonly Delivered[],
): Promise<EventDelivery[]> {
  const own = events.filter((event) => wanted.some(({ name }) => name === event.name) && !isFrom(event, exceptFrom));
  if (own.length === 0) return [];
  const organizations = await wantedBy?.(tx, [...new Set(own.map(({ organizationId }) => organizationId))]);
  return own
    .filter(({ organizationId }) => organizations?.has(organizationId) ?? true)
    .map(({ id: eventId, organizationId }) => ({ subscriber, organizationId, eventId }));
}

function isFrom({ by: { actor } }: Delivered, reason: SystemReason | undefined): boolean {
  return reason !== undefined && actor.via === 'system' && actor.reason === reason;
}
