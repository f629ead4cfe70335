import { SetMetadata } from '@nestjs/common';
import type { Job } from '#ground/jobs';
import type { RecordedEvent } from './event.repository.js';
import type { EventDelivery, Subscriber } from './subscriber-definition.js';

export const HANDLED_SUBSCRIBER = 'archivolt:handled-subscriber';

/** The attempt of a subscriber's job. */
export interface DeliveryAttempt extends Pick<Job<EventDelivery>, 'attempt' | 'isLastAttempt' | 'signal'> {
  /** The name of the subscriber, for a method that does the work of several. */
  subscriber: string;
}

/** One subscriber, or a function for those that are not known before all modules are loaded. */
export type HandledSubscribers<Payload extends object> = Subscriber<Payload> | (() => readonly Subscriber<Payload>[]);

export type EventHandler<Payload extends object> = (
  event: RecordedEvent<Payload>,
  attempt: DeliveryAttempt,
) => Promise<void>;

/**
 * Marks the method of a provider in `worker/` that does the work of a subscriber, or of several. It is called at least once for each
 * event: again after a failure, and again when the process was killed at the wrong moment. `event.id` is the same each
 * time, so that a second call can find nothing left to do.
 */
export const Handles =
  <Payload extends object>(handled: HandledSubscribers<Payload>) =>
  <Method extends EventHandler<Payload>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLED_SUBSCRIBER, handled)(target, key, descriptor);
  };
