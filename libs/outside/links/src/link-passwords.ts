import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { longestWaitMs, ServerConfig } from '#config/server';
import { PasswordHasher } from '#people/auth';
import { Turns } from '#ground/kernel';

export const MAX_LINK_PASSWORD_LENGTH = 256;

const LN = 14;
const COST = { N: 2 ** LN, r: 8, p: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 64;
const FORM = /^\$scrypt\$ln=14,r=8,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{86})$/;

export interface HashingOptions {
  /** The owner of the turn: the user, or the site of the visitor. */
  by: string;
  /** Aborts when the client leaves. */
  signal?: AbortSignal;
}

/**
 * Passwords of links, stored as `$scrypt$ln=14,r=8,p=1$<salt>$<key>`. A few are hashed at a time, in the threads of
 * sign-ins; visitors have a queue of their own, so that members can set a password while others guess one.
 */
@Injectable()
export class LinkPasswords {
  readonly #members: Turns;
  readonly #visitors: Turns;
  readonly #share: { running: number; waiting: number };

  constructor(
    private readonly hasher: PasswordHasher,
    auth: AuthConfig,
    server: ServerConfig,
  ) {
    const limits = { running: auth.passwordThreads, waiting: auth.passwordQueue, waitMs: longestWaitMs(server) };
    this.#members = new Turns(limits);
    this.#visitors = new Turns(limits);
    this.#share = { running: auth.passwordThreads, waiting: auth.passwordQueuePerAddress };
  }

  /** Returns what is stored of a password that a member sets. */
  async hash(password: string, { by, signal }: HashingOptions): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.#members.take(() => this.#derive(password, salt), this.#turn(by, signal));
    return `$scrypt$ln=${LN},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(key)}`;
  }

  /** Returns whether a visitor gave the right password. Throws 429 or 503 when too many are being checked. */
  async matches(password: string, hash: string, { by, signal }: HashingOptions): Promise<boolean> {
    const [, salt, key] = FORM.exec(hash) ?? [];
    if (salt === undefined || key === undefined) return false;
    const derived = await this.#visitors.take(
      () => this.#derive(password, Buffer.from(salt, 'base64')),
      this.#turn(by, signal),
    );
    return timingSafeEqual(derived, Buffer.from(key, 'base64'));
  }

  #turn(
    by: string,
    signal: AbortSignal | undefined,
  ): { shares: [{ key: string; running: number; waiting: number }]; signal: AbortSignal | undefined } {
    return { shares: [{ key: by, ...this.#share }], signal };
  }

  #derive(password: string, salt: Uint8Array): Promise<Uint8Array> {
    return this.hasher.deriveKey({ password, salt, keyBytes: KEY_BYTES, cost: COST });
  }
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
