import { PermanentPluginError, TransientPluginError, type PluginLifecycle } from '@archivolt/plugin-kit';
import { limitedCall } from './limited-call.js';

/** What `PluginLifecycle` promises for `create` and `start` together, for `close` and for `check`. */
const TIME_LIMIT_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export interface Opening {
  /** Creates the object, without starting it. */
  create(): Promise<PluginLifecycle>;
  /** The message of an error for logs and callers: names the plugin, contains no secret. */
  describe(error: unknown): string;
  warn(message: string): void;
  now(): number;
  /** Milliseconds for each call of the plugin; 30 seconds unless a test says otherwise. */
  timeLimit?: number;
}

export type OpenedState = 'failing' | 'not started' | 'ready';

/** One object that a plugin creates: created once, started, checked and closed. A failed start is tried again. */
export class OpenedPlugin {
  #opened: Promise<PluginLifecycle> | undefined;
  #isReady = false;
  #closed = false;
  #fault: { error: unknown; message: string } | undefined;
  #pause = 0;
  #nextAttempt = 0;
  readonly #limit: number;

  constructor(private readonly opening: Opening) {
    this.#limit = opening.timeLimit ?? TIME_LIMIT_MS;
  }

  /** The result of the last start and of the last check after it. */
  get state(): OpenedState {
    if (this.#fault) return 'failing';
    return this.#isReady ? 'ready' : 'not started';
  }

  get lastError(): string | undefined {
    return this.#fault?.message;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Callers at the same time share one start. After a failure, callers get its message until the pause is over. */
  async open(): Promise<PluginLifecycle> {
    if (this.#closed) throw new TransientPluginError('the server is stopping');
    if (!this.#opened && this.#fault && this.opening.now() < this.#nextAttempt) throw this.#asError(this.#fault);
    this.#opened ??= this.#start();
    return this.#opened;
  }

  /** Calls `check` of a started plugin, if it has one, and throws its error. */
  async check(signal: AbortSignal, timeLimit = this.#limit): Promise<void> {
    if (!this.#isReady) return;
    const created = await this.#opened;
    try {
      const limits = { seconds: timeLimit / 1000, signal, waitsAfterAbort: true };
      await limitedCall('`check`', limits, (ending) => created?.check?.(ending));
      this.#fault = undefined;
    } catch (error) {
      this.#fault = { error, message: this.opening.describe(error) };
      throw this.#asError(this.#fault);
    }
  }

  /** Ends the object, also one whose start is still going on. */
  async close(): Promise<void> {
    this.#closed = true;
    const created = await this.#opened?.catch(() => undefined);
    if (created) await this.#end(created);
  }

  async #start(): Promise<PluginLifecycle> {
    const creating = Promise.resolve().then(() => this.opening.create());
    let isLate = false;
    const starting = creating.then(async (created) => {
      if (!isLate) await created.start?.();
      return created;
    });
    try {
      const created = await limitedCall('`create` and `start`', { seconds: this.#limit / 1000 }, () => starting);
      this.#fault = undefined;
      this.#pause = 0;
      this.#isReady = true;
      return created;
    } catch (error) {
      isLate = true;
      // What was created, now or later, is not used any more.
      void creating.then((created) => this.#end(created)).catch(() => undefined);
      this.#pause = Math.min(this.#pause * 2 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      this.#nextAttempt = this.opening.now() + this.#pause;
      this.#fault = { error, message: this.opening.describe(error) };
      this.#opened = undefined;
      throw this.#asError(this.#fault);
    }
  }

  async #end(created: PluginLifecycle): Promise<void> {
    try {
      await limitedCall('`close`', { seconds: this.#limit / 1000 }, () => created.close?.());
    } catch (error) {
      this.opening.warn(this.opening.describe(error));
    }
  }

  /** A permanent fault stays permanent for the caller, who does not retry; every other one is worth another try. */
  #asError({ error, message }: { error: unknown; message: string }): Error {
    const Type = error instanceof PermanentPluginError ? PermanentPluginError : TransientPluginError;
    return new Type(message, { cause: error });
  }
}
