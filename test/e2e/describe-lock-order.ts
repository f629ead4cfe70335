import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '#ground/kernel';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { StatementGate } from '../support/statement-gate.js';
import { LockingPairs, PAIRS_WITHIN_MS } from './locking-pairs.js';
import {
  addRowsToLock,
  prepareRowsToLock,
  removeRowsToLock,
  type LockingWork,
  type RowsToLock,
} from './rows-to-lock.js';

interface LockOrder {
  /** Operations that are stopped between their statements. */
  stopped: Record<string, LockingWork>;
  /** Operations that all of them run against, besides those of `stopped` that are listed after them. */
  others?: Record<string, LockingWork>;
  /** Called once before the operations run. */
  given?: (app: TestApp) => Promise<void>;
  /** How many operations each one meets at the gate although their locks are in no opposite order. */
  sampled?: number;
}

/** Interleaves pairs of operations after each statement that may lock, and expects that none deadlocks. */
export function describeLockOrder(title: string, { given, ...works }: LockOrder): void {
  describe(title, () => {
    let app: TestApp;
    let pairs: LockingPairs<RowsToLock>;

    beforeAll(async () => {
      app = await startApp({ DATABASE_POOL_SIZE: '24' });
      const { userId } = await app.aUser();
      await prepareRowsToLock(app);
      await given?.(app);
      const gate = new StatementGate(poolOf(app));
      const prepare = () => addRowsToLock(app, userId);
      pairs = new LockingPairs({ app: app.app, gate, prepare, accept, ...works });
    });
    afterEach(() => removeRowsToLock(app));
    afterAll(() => app.close());

    it.each(Object.keys(works.stopped))(
      'the operation %s does not deadlock with operations listed after it',
      async (first) => {
        expect(await pairs.run(first)).toEqual({ failures: [], deadlocks: [] });
      },
      PAIRS_WITHIN_MS,
    );
  });
}

/** An AppError is an expected outcome: for example, the document is gone or the tag exists already. */
function accept(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
