import type { OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import {
  ChangesCommitted,
  ChangesMissed,
  definedSubscribers,
  EventRepository,
  HANDLED_SUBSCRIBER,
  OnSignal,
  type CommittedChanges,
  type EventDelivery,
  type EventHandler,
  type HandledSubscribers,
} from '#ground/history';
import { HandlesJobs, JobQueue, type Job, type JobHandler } from '#ground/jobs';

/** Calls the methods with `@Handles` for the events of their subscribers. */
@HandlesJobs(() => definedSubscribers().map((subscriber) => subscriber.job))
export class SubscriberDispatcher implements JobHandler<EventDelivery>, OnModuleInit {
  readonly #handlers = new Map<string, EventHandler<object>>();
  readonly #scanner = new MetadataScanner();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly events: EventRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** Finds the methods; a subscriber without one, or with two, stops the start. */
  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) this.#findHandlers(instance as unknown);
    const unhandled = definedSubscribers().filter(({ name }) => !this.#handlers.has(name));
    if (unhandled.length > 0) {
      const names = unhandled.map(({ name }) => name).join(', ');
      throw new Error(`no handler for the subscriber ${names}; add @Handles to a method of a provider of the worker`);
    }
  }

  async handle({ data, attempt, isLastAttempt, signal }: Job<EventDelivery>): Promise<void> {
    const event = await this.events.find(data);
    if (!event) return; // its organization was purged
    const handler = this.#handlers.get(data.subscriber);
    if (!handler) throw new Error(`no handler for the subscriber ${data.subscriber} in this process`);
    await handler(event, { attempt, isLastAttempt, signal, subscriber: data.subscriber });
  }

  @OnSignal(ChangesCommitted)
  onCommitted({ subscribers }: CommittedChanges): void {
    for (const { name, job } of definedSubscribers()) if (subscribers.includes(name)) this.jobs.wake(job);
  }

  @OnSignal(ChangesMissed)
  onMissed(): void {
    for (const { job } of definedSubscribers()) this.jobs.wake(job);
  }

  #findHandlers(instance: unknown): void {
    if (typeof instance !== 'object' || instance === null) return;
    const prototype = Object.getPrototypeOf(instance) as Record<string, EventHandler<object>> | null;
    for (const method of this.#scanner.getAllMethodNames(prototype)) {
      const handler = prototype?.[method];
      if (!handler) continue;
      const handled = this.reflector.get<HandledSubscribers<object> | undefined>(HANDLED_SUBSCRIBER, handler);
      for (const { name } of typeof handled === 'function' ? handled() : [handled ?? []].flat()) {
        if (this.#handlers.has(name)) throw new Error(`the subscriber ${name} has two handlers; keep one`);
        this.#handlers.set(name, (event, attempt) => handler.call(instance, event, attempt));
      }
    }
  }
}
