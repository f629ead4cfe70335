import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { UnitOfWork, type Transaction } from '#libs/database';
import type { RequestContext } from '#libs/http-kit';
import { IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyKeyUsed } from './idempotency.errors.js';

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Given to a verb that creates something; it calls this in its transaction when the result is known. */
export type KeepAnswer<Result> = (tx: Transaction, result: Result) => Promise<void>;

interface Use {
  actor: string;
  route: string;
  key: string;
  fingerprint: string;
}

interface KeptAnswer {
  fingerprint: string;
  /** `null` for an answer that held a secret. */
  answer: object | null;
}

/** Thrown inside the transaction when another request with the same key was committed first. */
class KeptMeanwhile extends Error {}

const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * Creates a thing once, however often a client sends the request: the answer is kept with the key in the transaction
 * that creates the thing, so neither can exist without the other.
 */
@Injectable()
export class Idempotency {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Without the header `Idempotency-Key` this is `view(await work(…))`. With it, the same caller, route, key and
   * `fingerprint` get the same answer for 24 hours; another fingerprint is a 409. `holdsSecret` keeps no answer.
   */
  async once<Result, Answer extends object>(
    request: FastifyRequest & RequestContext,
    fingerprint: unknown,
    work: (keep: KeepAnswer<Result>) => Promise<Result>,
    view: (result: Result) => Answer,
    { holdsSecret = false }: { holdsSecret?: boolean } = {},
  ): Promise<Answer> {
    const use = readUse(request, fingerprint);
    if (!use) return view(await work(() => Promise.resolve()));
    const kept = await this.#find(use);
    if (kept) return asAnswer<Answer>(kept, use);
    try {
      return view(await work((tx, result) => this.#keep(tx, use, holdsSecret ? null : view(result))));
    } catch (error) {
      // The work may also have failed because the same request was quicker: the name is taken, the limit reached.
      const winner = await this.#find(use);
      if (!winner) throw error;
      return asAnswer<Answer>(winner, use);
    }
  }

  async #find(use: Use): Promise<KeptAnswer | undefined> {
    const [kept] = await this.unitOfWork.run((tx) =>
      tx.sql.query<KeptAnswer>(
        `select fingerprint, answer from idempotency_key
         where actor = $1 and route = $2 and key = $3 and created_at > now() - interval '24 hours'`,
        [use.actor, use.route, use.key],
      ),
    );
    return kept;
  }

  async #keep(tx: Transaction, use: Use, answer: object | null): Promise<void> {
    const kept = await tx.sql.query(
      `insert into idempotency_key as old (actor, route, key, fingerprint, answer, created_at)
       values ($1, $2, $3, $4, $5, now())
       on conflict (actor, route, key) do update
         set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
         where old.created_at <= now() - interval '24 hours'
       returning key`,
      [use.actor, use.route, use.key, use.fingerprint, answer === null ? null : JSON.stringify(answer)],
    );
    if (kept.length === 0) throw new KeptMeanwhile();
  }
}

function readUse(request: FastifyRequest & RequestContext, fingerprint: unknown): Use | undefined {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !PRINTABLE.test(key)) throw IdempotencyKeyInvalid();
  const { actor } = request;
  if (!actor) throw new Error('an idempotent route needs a caller');
  return {
    actor: actor.via === 'api-key' ? actor.apiKeyId : actor.userId,
    route: `${request.method} ${request.url.split('?')[0] ?? ''}`,
    key,
    fingerprint: createHash('sha256').update(JSON.stringify(fingerprint)).digest('hex'),
  };
}

function asAnswer<Answer extends object>(kept: KeptAnswer, use: Use): Answer {
  if (kept.fingerprint !== use.fingerprint) throw IdempotencyKeyReused();
  if (kept.answer === null) throw IdempotencyKeyUsed();
  return kept.answer as Answer;
}
