import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '#ground/kernel';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { StatementGate } from '../support/statement-gate.js';
import { LockingPairs, PAIRS_WITHIN_MS, type Work } from './locking-pairs.js';
import { addRowsToLock, prepareRowsToLock, removeRowsToLock, type RowsToLock } from './rows-to-lock.js';

interface LockingTable<Given> {
  /** Operations that are stopped between their statements. */
  stopped: Record<string, Work<Given>>;
  /** Operations that all of them run against, besides those of `stopped` that are listed after them. */
  others?: Record<string, Work<Given>>;
  settings?: Record<string, string>;
  /** Called once before the operations run. */
  given?: (app: TestApp) => Promise<void>;
  /** Creates fresh rows, so that those of earlier rounds cannot interfere. */
  prepare: (app: TestApp) => Promise<Given>;
  /** An AppError is an expected outcome in any case: for example, the document is gone or the tag exists already. */
  isExpected?: (error: unknown) => boolean;
  /** Called after all pairs of an operation: expects more of what they have left. */
  check?: (app: TestApp) => Promise<void>;
  cleanUp?: (app: TestApp) => Promise<void>;
  /** How many operations each one meets at the gate although their locks are in no opposite order. */
  sampled?: number;
  /** How many pairs run at the same time. */
  atOnce?: number;
}

/**
 * Interleaves pairs of operations after each statement that may lock, and expects that none deadlocks. In the full set
 * each operation meets all that are listed after it; at the gate itself, those that lock tables in an opposite order, and
 * a sample of the others (see `LockingPairs`).
 */
export function describeLocks<Given>(
  title: string,
  { settings, given, prepare, isExpected, check, cleanUp, ...works }: LockingTable<Given>,
): void {
  describe(title, () => {
    let app: TestApp;
    let pairs: LockingPairs<Given>;

    beforeAll(async () => {
      app = await startApp({ DATABASE_POOL_SIZE: '24', ...settings });
      await given?.(app);
      const gate = new StatementGate(poolOf(app));
      const accept = (error: unknown): void => {
        if (!(error instanceof AppError) && isExpected?.(error) !== true) throw error;
      };
      pairs = new LockingPairs({ app: app.app, gate, prepare: () => prepare(app), accept, ...works });
    });
    afterEach(() => cleanUp?.(app));
    afterAll(() => app.close());

    it.each(Object.keys(works.stopped))(
      'the operation %s does not deadlock with operations listed after it',
      async (first) => {
        expect(await pairs.run(first)).toEqual({ failures: [], deadlocks: [] });
        await check?.(app);
      },
      PAIRS_WITHIN_MS,
    );
  });
}

/** The same for operations on documents and what is around them. */
export function describeLockOrder(title: string, { given, ...works }: Omit<LockingTable<RowsToLock>, 'prepare'>): void {
  let userId: string;
  describeLocks(title, {
    ...works,
    given: async (app) => {
      ({ userId } = await app.aUser());
      await prepareRowsToLock(app);
      await given?.(app);
    },
    prepare: (app) => addRowsToLock(app, userId),
    cleanUp: removeRowsToLock,
  });
}
