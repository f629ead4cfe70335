import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { RequestTables } from './idempotency-key.schema.js';

/** Where a key counts. */
export interface Scope {
  actor: string;
  route: string;
}

export interface KeyUse extends Scope {
  key: string;
  fingerprint: string;
}

export interface StoredResponse {
  fingerprint: string;
  /** `null` for a response that held a secret. */
  response: unknown;
}

const NOW = sql<Date>`now()`;
const A_DAY_AGO = sql<Date>`now() - interval '24 hours'`;

/** Responses of requests with a key, which count for 24 hours, and the counts of rate limits. */
@Injectable()
export class RequestsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  find({ actor, route, key }: Omit<KeyUse, 'fingerprint'>): Promise<StoredResponse | undefined> {
    return kyselyOf<RequestTables>(this.unitOfWork)
      .selectFrom('idempotency_key')
      .select(['fingerprint', 'answer as response'])
      .where('actor', '=', actor)
      .where('route', '=', route)
      .where('key', '=', key)
      .where('created_at', '>', A_DAY_AGO)
      .executeTakeFirst();
  }

  /** Returns false when there is a response for this key. */
  async store(tx: Transaction, use: KeyUse, response: object | null): Promise<boolean> {
    const row = await kyselyOf<RequestTables>(tx)
      .insertInto('idempotency_key')
      .values({ ...use, answer: response && JSON.stringify(response), created_at: NOW })
      .onConflict((conflict) =>
        conflict
          .columns(['actor', 'route', 'key'])
          .doUpdateSet(({ ref }) => ({
            fingerprint: ref('excluded.fingerprint'),
            answer: ref('excluded.answer'),
            created_at: ref('excluded.created_at'),
          }))
          .where('idempotency_key.created_at', '<=', A_DAY_AGO),
      )
      .returning('key')
      .executeTakeFirst();
    return row !== undefined;
  }

  async removeOldResponses(): Promise<void> {
    await kyselyOf<RequestTables>(this.unitOfWork)
      .deleteFrom('idempotency_key')
      .where('created_at', '<=', A_DAY_AGO)
      .execute();
  }

  /** Removes the counts whose window has ended. */
  async removeExpiredLimits(): Promise<void> {
    await kyselyOf<RequestTables>(this.unitOfWork)
      .deleteFrom('rate_limit')
      .where('expire', '<', sql<string>`(extract(epoch from now()) * 1000)::bigint`)
      .execute();
  }
}
