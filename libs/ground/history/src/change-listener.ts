import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import type { Clock } from '#ground/kernel';
import type { BroadcastMessage } from './broadcasts.js';
import { CHANNEL, SIGNAL_CHANNEL } from './pending-changes.repository.js';
import { ChangesCommitted, ChangesMissed, type Signals } from './signals.js';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;

/**
 * Listens on a separate database connection for committed changes and broadcast signals of all processes, and sends them
 * in this process: changes as {@link ChangesCommitted}. Reconnects after a lost connection, and then sends {@link ChangesMissed}.
 */
export class ChangeListener implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('History');
  readonly #stop = new AbortController();
  #client: pg.Client | undefined;
  #running: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly signals: Signals,
    private readonly clock: Clock,
  ) {}

  /** Waits for the first attempt only: a server without wake-ups is slower, but works. */
  async onModuleInit(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.#running = this.#run(first.resolve);
    await first.promise;
  }

  async onModuleDestroy(): Promise<void> {
    this.#stop.abort();
    await this.#client?.end();
    await this.#running;
  }

  async #run(onFirstAttempt: () => void): Promise<void> {
    let pause = FIRST_RETRY_MS;
    for (let attempt = 1; !this.#isStopping(); attempt += 1) {
      try {
        const connection = await this.#listen();
        pause = FIRST_RETRY_MS;
        onFirstAttempt();
        if (attempt > 1) await this.signals.send(ChangesMissed, {});
        await connection.closed;
        if (!this.#isStopping()) this.#logger.warn('The connection that listens for changes was lost.');
      } catch (error) {
        this.#logger.warn(`Could not listen for changes: ${(error as Error).message}`);
        onFirstAttempt();
      }
      await this.clock.sleep(pause, { signal: this.#stop.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, LAST_RETRY_MS);
    }
  }

  #isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  async #listen(): Promise<{ closed: Promise<void> }> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'archivolt-listener',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    });
    const closed = Promise.withResolvers<void>();
    client.on('end', closed.resolve);
    client.on('error', () => undefined); // 'end' follows
    client.on('notification', ({ channel, payload = '' }) => void this.#pass(channel, payload));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${SIGNAL_CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return { closed: closed.promise };
  }

  async #pass(channel: string, text: string): Promise<void> {
    const message = readMessage(channel, text);
    if (message) await this.signals.send({ name: message.signal }, message.payload);
    else this.#logger.warn(`A notification on ${channel} that this server cannot read was ignored.`);
  }
}

/** Every program that is connected to the database can notify: an unreadable text must not end the process. */
function readMessage(channel: string, text: string): BroadcastMessage | undefined {
  try {
    const content: unknown = JSON.parse(text);
    const message = channel === CHANNEL ? { signal: ChangesCommitted.name, payload: content } : content;
    return isMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is BroadcastMessage {
  if (typeof value !== 'object' || value === null || !('signal' in value) || !('payload' in value)) return false;
  return typeof value.signal === 'string' && typeof value.payload === 'object' && value.payload !== null;
}
