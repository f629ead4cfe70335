import { SetMetadata } from '@nestjs/common';
import type { Job } from '#libs/jobs';
import type { RecordedEvent } from './event.repository.js';
import type { EventDelivery, Subscriber } from './subscriber-definition.js';

export const HANDLED_SUBSCRIBER = 'archivolt:handled-subscriber';

/** The attempt of a subscriber's job. */
export type DeliveryAttempt = Pick<Job<EventDelivery>, 'attempt' | 'isLastAttempt' | 'signal'>;

export type EventHandler<Payload extends object> = (
  event: RecordedEvent<Payload>,
  attempt: DeliveryAttempt,
) => Promise<void>;

/**
 * Marks the method of a provider in `worker/` that does the work of a subscriber. It is called at least once for each
 * event: again after a failure, and again when the process was killed at the wrong moment. `event.id` is the same each
 * time, so that a second call can find nothing left to do.
 */
export const Handles =
  <Payload extends object>(subscriber: Subscriber<Payload>) =>
  <Method extends EventHandler<Payload>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLED_SUBSCRIBER, subscriber.name)(target, key, descriptor);
  };
