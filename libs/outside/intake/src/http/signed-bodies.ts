import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { Unauthorized } from '#people/auth';
import { InvalidFormData } from '#archive/documents';
import { MailCopies, MailTooLarge, MailTooSlow } from '#outside/intake';
import { Clock, ServerBusy, Turns } from '#ground/kernel';
import { siteOf } from '#ground/requests';
import { ProvenSites } from './proven-sites.js';

/** Each has a file of its size in DATA_DIR while it arrives, and its parts after that. */
const AT_ONCE = 12;
/** Places for addresses that have not signed before, all of them together: the others are kept for mail services. */
const UNPROVEN = { key: 'unproven', running: AT_ONCE / 2, waiting: AT_ONCE };
const OF_UNPROVEN_ADDRESS = { running: AT_ONCE / 4, waiting: AT_ONCE / 2 };
const WAITING = 2 * AT_ONCE;
const WAIT_MS = 3_000;
const RECEIVE_WITHIN_MS = 2 * 60_000;
/** A body that brings less in two such times does not keep its place. */
const SPEED = { bytes: 50_000, everyMs: 5_000 };
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/** A body whose signature is right. */
export interface SignedBody {
  path: string;
  /** A private folder that is removed with the body. */
  folder: string;
  sha256: string;
}

/** Receives signed bodies into private files: nothing in them is looked at before the signature is known to be right. */
@Injectable()
export class SignedBodies {
  /** All refusals are 503: a mail service takes a 429 for final. */
  readonly #turns = new Turns({ running: AT_ONCE, waiting: WAITING, waitMs: WAIT_MS, refusal: ServerBusy });
  readonly #proven = new ProvenSites();

  constructor(
    private readonly config: IntakeEmailsConfig,
    private readonly copies: MailCopies,
    private readonly clock: Clock,
  ) {}

  /** Calls `work` with the body. What finds no place waits only shortly: its body would wait, too. */
  async receive<Result>(
    request: FastifyRequest,
    signature: string,
    work: (body: SignedBody) => Promise<Result>,
  ): Promise<Result> {
    const { maxMailBytes, webhookSecret } = this.config;
    if (Number(request.headers['content-length'] ?? 0) > maxMailBytes) throw MailTooLarge();
    // Without a secret the server does not start with intake by mail, but a signature with an empty key is no signature.
    if (webhookSecret === undefined || !SIGNATURE.test(signature)) throw wrongSignature();
    const site = siteOf(request.ip);
    const shares = this.#proven.has(site, this.clock.now().getTime())
      ? [{ key: `proven ${site}`, running: AT_ONCE, waiting: WAITING }]
      : [{ key: `unproven ${site}`, ...OF_UNPROVEN_ADDRESS }, UNPROVEN];
    return this.#turns.take(
      async () => {
        const folder = await this.copies.makeFolder('mail');
        try {
          const path = join(folder, 'body');
          const { hmac, sha256 } = await this.#write(request, path, webhookSecret);
          const isRight = timingSafeEqual(hmac, Buffer.from(signature, 'base64'));
          this.#proven.note(site, isRight, this.clock.now().getTime());
          if (!isRight) throw wrongSignature();
          return await work({ path, folder, sha256 });
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
      { shares },
    );
  }

  /** The request itself is not destroyed by an error: the client shall get the response. */
  async #write({ raw }: FastifyRequest, path: string, secret: string): Promise<{ hmac: Buffer; sha256: string }> {
    const [hmac, hash] = [createHmac('sha256', secret), createHash('sha256')];
    const { maxMailBytes } = this.config;
    let size = 0;
    const meter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        if (size > maxMailBytes) return done(MailTooLarge());
        hmac.update(chunk);
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const breakOff = () => {
      if (!raw.complete) meter.destroy(InvalidFormData({ message: 'The body ended before its end.' }));
    };
    raw.once('close', breakOff).once('error', breakOff);
    const giveUp = () => meter.destroy(MailTooSlow());
    const endWatch = watchSpeed(() => (raw.readableEnded ? Infinity : size), giveUp);
    try {
      if (raw.destroyed) breakOff();
      await pipeline(raw.pipe(meter), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } finally {
      endWatch();
      raw.unpipe(meter);
      raw.off('close', breakOff).off('error', breakOff);
    }
    return { hmac: hmac.digest(), sha256: hash.digest('hex') };
  }
}

/** Returns a function that ends the watch. A look may be late, and then before what has arrived: two of them decide. */
function watchSpeed(received: () => number, giveUp: () => void): () => void {
  // eslint-disable-next-line no-restricted-syntax -- the sender is as fast as it is in real time
  const total = setTimeout(giveUp, RECEIVE_WITHIN_MS).unref();
  const sizes = [0];
  // eslint-disable-next-line no-restricted-syntax -- its speed is one in real time
  const watch = setInterval(() => {
    const size = received();
    if (sizes.push(size) > 2 && size - (sizes.shift() ?? 0) < SPEED.bytes) giveUp();
  }, SPEED.everyMs).unref();
  return () => {
    clearTimeout(total);
    clearInterval(watch);
  };
}

const wrongSignature = () =>
  Unauthorized({
    message:
      'X-Signature is not the signature of this body: the HMAC-SHA256 of all its bytes in Base64, with the secret INTAKE_EMAILS_WEBHOOK_SECRET.',
  });
