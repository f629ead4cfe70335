import { Injectable, Logger } from '@nestjs/common';
import { EventEmitter2, OnEvent } from '@nestjs/event-emitter';

/** A hint inside one process, or with `Broadcasts` to all of them. It may get lost, so it only makes something happen earlier: a wake-up, a dropped cache. */
export interface Signal<Payload extends object> {
  readonly name: string;
  /** Carries the type only. */
  readonly payload?: Payload;
}

export interface CommittedChanges {
  organizationId: string;
  /** The position of the last event. */
  position: number;
  /** Names of the events, each once. */
  events: string[];
  /** Names of the subscribers that have something to do now. */
  subscribers: string[];
}

/** A transaction with events was committed, in this process or another. */
export const ChangesCommitted: Signal<CommittedChanges> = { name: 'changes.committed' };

/** Signals may have been lost: a subscriber that relies on {@link ChangesCommitted} has to query the database now. */
export const ChangesMissed: Signal<object> = { name: 'changes.missed' };

/** Calls the method of a provider when the signal is sent. */
export const OnSignal =
  <Payload extends object>(signal: Signal<Payload>) =>
  <Method extends (payload: Payload) => Promise<void> | void>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    // By default the library logs failures by itself; `Signals.send` does it, with the name of the signal.
    OnEvent(signal.name, { suppressErrors: false })(target, key, descriptor);
  };

@Injectable()
export class Signals {
  readonly #logger = new Logger('Signals');

  constructor(private readonly emitter: EventEmitter2) {}

  /** Never fails: a listener that throws is logged. */
  async send<Payload extends object>(signal: Signal<Payload>, payload: Payload): Promise<void> {
    try {
      await this.emitter.emitAsync(signal.name, payload);
    } catch (error) {
      this.#logger.error(`A listener of ${signal.name} failed: ${(error as Error).message}`, (error as Error).stack);
    }
  }
}
