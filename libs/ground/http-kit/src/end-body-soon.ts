import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const BODY_ENDS_WITHIN_MS = 5_000;
/** All unwanted bodies together: receiving costs time on the thread that answers requests. */
const DROPPED_BYTES_PER_SLICE = 1_000_000;
const SLICE_MS = 50;
/** One connection delivers up to 64 KB before it can be paused. */
const BODIES_PER_SLICE = 16;

/**
 * For a response that is sent before the body was read. The rest of the body is received and dropped for a short time:
 * a client that is still sending when the connection closes reports a network failure instead of the response.
 */
export function endBodySoon(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return; // a destroyed one emits neither `end` nor `close` again
  reply.removeHeader('connection'); // Fastify sets `close` after a body that is too large, which would close at once
  raw.unpipe();
  unwanted.drop(raw);
  // eslint-disable-next-line no-restricted-syntax -- clients send in real time
  const timer = setTimeout(() => raw.destroy(), BODY_ENDS_WITHIN_MS).unref();
  raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
}

/** Receives bodies that no one reads, at a limited rate. */
class UnwantedBodies {
  readonly #bodies = new Set<IncomingMessage>();
  #left = DROPPED_BYTES_PER_SLICE;
  #timer: NodeJS.Timeout | undefined;

  drop(body: IncomingMessage): void {
    if (this.#timer === undefined) this.#startSlices();
    this.#bodies.add(body);
    const forget = () => this.#bodies.delete(body);
    body.once('end', forget).once('close', forget);
    body.on('data', (chunk: Buffer) => {
      this.#left -= chunk.length;
      if (this.#left <= 0) body.pause();
    });
    if (this.#left > 0) body.resume();
    else body.pause();
  }

  #startSlices(): void {
    this.#left = DROPPED_BYTES_PER_SLICE;
    // eslint-disable-next-line no-restricted-syntax -- clients send in real time
    this.#timer = setInterval(() => {
      if (this.#bodies.size === 0) return this.#endSlices();
      this.#left = DROPPED_BYTES_PER_SLICE;
      for (const body of [...this.#bodies].slice(0, BODIES_PER_SLICE)) {
        // The others come first in the next slice.
        this.#bodies.delete(body);
        this.#bodies.add(body);
        body.resume();
      }
    }, SLICE_MS).unref();
  }

  /** Must not run earlier: bodies that come one after the other would each begin a slice. */
  #endSlices(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

const unwanted = new UnwantedBodies();
