import { defineJob, removeJob, type JobDefinition } from '#ground/jobs';
import type { ActorContext, SystemReason } from '#ground/kernel';
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
  readonly wantedBy?: string | undefined;
}

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
   * SQL condition on `organization.id`: only organizations for which it holds get deliveries. Evaluated once for each
   * organization of a transaction, inside it: it uses an index and takes no locks.
   * `exists (select from webhook w where w.organization_id = organization.id and w.enabled)`
   */
  wantedBy?: string;
  /** Organizations take turns, so that many events of one never hold up those of others; `concurrency` is then of one. */
  takesTurns?: boolean;
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
  {
    description,
    retries = 30,
    concurrency = 4,
    timeoutSeconds = 60,
    exceptFrom,
    wantedBy,
    takesTurns,
  }: SubscriberOptions,
): Subscriber<Payload> {
  const job = defineJob<EventDelivery>(subscriberQueue(name), {
    retries,
    concurrency,
    timeoutSeconds,
    longestPauseSeconds: LONGEST_PAUSE_SECONDS,
    notifies: false,
    ...(takesTurns === true && { groupOf: ({ organizationId }) => organizationId }),
  });
  const subscriber: Subscriber<Payload> = { name, description, events: [events].flat(), job, exceptFrom, wantedBy };
  definitions.set(name, subscriber);
  return subscriber;
}

/** Removes the definition of a subscriber that belongs to one application, such as that of a plugin. */
export function removeSubscriber(name: string): void {
  definitions.delete(name);
  removeJob(subscriberQueue(name));
}

/** The name of the jobs of a subscriber. */
export const subscriberQueue = (name: string): string => `subscriber.${name}`;

/** Returns all subscribers. */
export function definedSubscribers(): Subscriber<object>[] {
  return [...definitions.values()];
}

interface Delivered {
  name: string;
  by: ActorContext;
}

/** Returns the events that the subscriber follows. */
export function followed<Event extends Delivered>(
  { events: wanted, exceptFrom }: Subscriber<object>,
  events: readonly Event[],
): Event[] {
  return events.filter((event) => wanted.some(({ name }) => name === event.name) && !isFrom(event, exceptFrom));
}

function isFrom({ by: { actor } }: Delivered, reason: SystemReason | undefined): boolean {
  return reason !== undefined && actor.via === 'system' && actor.reason === reason;
}
