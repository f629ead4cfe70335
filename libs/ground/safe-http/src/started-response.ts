import { Readable } from 'node:stream';
import { PermanentPluginError, TransientPluginError } from '@archivolt/plugin-kit';
import type { Dispatcher } from 'undici';
import { partsOf, TooLarge } from './response-body.js';
import type { TimeLimit } from './time-limit.js';

/** What ends a request, and what its errors mean. */
export class Attempt {
  readonly ending: AbortSignal;
  hasResponse = false;

  constructor(
    /** Method and host. Paths of webhooks and bots contain a token, and messages are logged and stored with jobs. */
    readonly where: string,
    readonly time: TimeLimit,
    readonly maxBytes: number,
    readonly signal?: AbortSignal,
  ) {
    this.ending = signal ? AbortSignal.any([signal, time.signal]) : time.signal;
  }

  /** The error that the caller gets. */
  faultOf(error: unknown): unknown {
    const { where, hasResponse, time, maxBytes } = this;
    if (this.signal?.aborted) return this.signal.reason;
    if (error instanceof PermanentPluginError) return error;
    if (error instanceof TooLarge)
      return new PermanentPluginError(`${where}: the response is larger than ${maxBytes} bytes`);
    if (time.signal.aborted)
      return new TransientPluginError(`${where}: ${time.what} within ${time.ms} ms`, { isTimeout: true, hasResponse });
    const { message, code } = error as { message?: string; code?: string };
    if (code === 'UND_ERR_INVALID_ARG') return new PermanentPluginError(`${where}: ${message}`, { cause: error });
    // A refused connection to several addresses has an empty message, but a code.
    const reason = message || code || 'no response';
    const what = hasResponse ? `the response is not complete (${reason})` : reason;
    return new TransientPluginError(`${where}: ${what}`, { cause: error, hasResponse });
  }
}

/** A response of which the headers have arrived. Its body is read once, by `parts` or by `stream`. */
export class StartedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #body: Readable;

  constructor(
    { statusCode, headers, body }: Dispatcher.ResponseData,
    readonly attempt: Attempt,
  ) {
    this.status = statusCode;
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, joined(value)]));
    this.#body = body;
  }

  /** The decompressed body as it arrives. Throws what {@link Attempt.faultOf} says. */
  async *parts(): AsyncGenerator<Buffer, void> {
    try {
      yield* partsOf(this.#body, this.headers['content-encoding'] ?? '', this.attempt.maxBytes);
    } catch (error) {
      throw this.attempt.faultOf(error);
    }
  }

  /**
   * The same as a stream. The time limit counts only while the reader waits for more. The connection is closed as soon
   * as the stream is destroyed, also while nothing arrives, which an iteration could not be interrupted in.
   */
  stream(): Readable {
    const { time } = this.attempt;
    const parts = this.parts();
    const stream = new Readable({
      read: () => {
        time.restart();
        parts.next().then(
          ({ value }) => {
            time.pause();
            stream.push(value ?? null);
          },
          (error: unknown) => stream.destroy(error as Error),
        );
      },
      destroy: (error, callback) => {
        time.pause();
        this.#body.destroy();
        callback(error);
      },
    });
    time.pause();
    // Without a listener, the error of a body that is not being read would end the process.
    this.#body.on('error', (error) => stream.destroy(this.attempt.faultOf(error) as Error));
    return stream;
  }
}

function joined(value: string[] | string | undefined = ''): string {
  return Array.isArray(value) ? value.join(', ') : value;
}
