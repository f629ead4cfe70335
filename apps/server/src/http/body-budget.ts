import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerConfig } from '#config/server';
import { defineError } from '#ground/kernel';
import { networkOf } from '#ground/requests';

const TooManyBodies = defineError(
  'server.too_many_bodies',
  'unavailable',
  'The server is receiving too much data at the moment. Try again in a moment.',
);

/**
 * Bounds the memory of bodies that are kept whole: counts the bytes received for requests without a response, in total
 * and by client address. Uploads are streamed to disk and not counted.
 */
export class BodyBudget {
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(private readonly limits: Pick<ServerConfig, 'maxBodyBytes' | 'maxBodyBytesPerAddress'>) {}

  /** Returns the body of a request, counted while it arrives. */
  metered(request: FastifyRequest, reply: FastifyReply): Transform {
    const address = networkOf(request.ip);
    const { raw } = request;
    let received = 0;
    const meter = Object.assign(
      new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          received += chunk.length;
          meter.receivedEncodedLength = received;
          this.#change(address, chunk.length);
          done(this.#isExceeded(address) ? TooManyBodies() : null, chunk);
        },
      }),
      { receivedEncodedLength: 0 },
    );
    // Responses behind a pipelined request may end only with the connection.
    const release = () => {
      this.#change(address, -received);
      received = 0;
      raw.socket.off('close', release);
    };
    reply.raw.once('close', release);
    raw.socket.once('close', release);
    raw.once('error', (error) => meter.destroy(error));
    raw.once('close', () => {
      if (!raw.complete) meter.destroy(new Error('the client closed the connection'));
    });
    // Fastify listens while it reads; an error after that, without a listener, would end the process.
    meter.on('error', () => raw.unpipe(meter));
    return raw.pipe(meter);
  }

  #isExceeded(address: string): boolean {
    const { maxBodyBytes, maxBodyBytesPerAddress } = this.limits;
    if (maxBodyBytes > 0 && this.#total > maxBodyBytes) return true;
    return maxBodyBytesPerAddress > 0 && (this.#byAddress.get(address) ?? 0) > maxBodyBytesPerAddress;
  }

  #change(address: string, bytes: number): void {
    this.#total += bytes;
    const left = (this.#byAddress.get(address) ?? 0) + bytes;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
