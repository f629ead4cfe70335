import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { UnitOfWork, type Transaction } from '#ground/database';
import type { RequestContext } from '#ground/http-kit';
import { IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyKeyUsed } from './idempotency.errors.js';
import { RequestsRepository, type KeyUse, type Scope, type StoredResponse } from './requests.repository.js';

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Thrown inside the transaction when another request with the same key was committed first. */
class StoredMeanwhile extends Error {}

const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * Creates a thing once, however often a client sends the request: the response is stored with the key in the transaction
 * that creates the thing, so neither can exist without the other.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly responses: RequestsRepository,
  ) {}

  /**
   * Runs `work` in a transaction and returns `view` of its result. With the header `Idempotency-Key` the same caller,
   * route, key and `fingerprint` get the same response for 24 hours; another fingerprint is a 409. `holdsSecret` stores
   * no response. `scope` stands for caller and route on public routes. `withoutKey` replaces `work` and its transaction
   * for requests without a key.
   */
  async once<Result, Response extends object>(
    request: FastifyRequest & RequestContext,
    fingerprint: unknown,
    work: (tx: Transaction) => Promise<Result>,
    view: (result: Result) => Response,
    {
      holdsSecret = false,
      scope,
      withoutKey = () => this.unitOfWork.run(work),
    }: { holdsSecret?: boolean; scope?: Scope; withoutKey?: () => Promise<Result> } = {},
  ): Promise<Response> {
    const use = readUse(request, fingerprint, scope);
    if (!use) return view(await withoutKey());
    const stored = await this.responses.find(use);
    if (stored) return asResponse<Response>(stored, use);
    try {
      return await this.unitOfWork.run(async (tx) => {
        const response = view(await work(tx));
        if (!(await this.responses.store(tx, use, holdsSecret ? null : response))) throw new StoredMeanwhile();
        return response;
      });
    } catch (error) {
      // The work may also have failed because the same request was quicker: the name is taken, the limit reached.
      const winner = await this.responses.find(use);
      if (!winner) throw error;
      return asResponse<Response>(winner, use);
    }
  }

  /**
   * Returns whether there is a response for the key of this request, whatever its fingerprint. Throws when the key is
   * invalid.
   */
  async isRepeated(request: FastifyRequest & RequestContext, scope: Scope): Promise<boolean> {
    const use = readUse(request, null, scope);
    return use !== undefined && (await this.responses.find(use)) !== undefined;
  }
}

function readUse(
  request: FastifyRequest & RequestContext,
  fingerprint: unknown,
  scope: Scope | undefined,
): KeyUse | undefined {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !PRINTABLE.test(key)) throw IdempotencyKeyInvalid();
  return {
    ...(scope ?? scopeOf(request)),
    key,
    fingerprint: createHash('sha256').update(JSON.stringify(fingerprint)).digest('hex'),
  };
}

function scopeOf({ actor, method, url }: FastifyRequest & RequestContext): Scope {
  if (!actor) throw new Error('an idempotent route needs a caller');
  return {
    actor: actor.via === 'api-key' ? actor.apiKeyId : actor.userId,
    route: `${method} ${url.split('?')[0] ?? ''}`,
  };
}

function asResponse<Response>(stored: StoredResponse, use: KeyUse): Response {
  if (stored.fingerprint !== use.fingerprint) throw IdempotencyKeyReused();
  if (stored.response === null) throw IdempotencyKeyUsed();
  return stored.response as Response;
}
