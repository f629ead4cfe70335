import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '#libs/kernel';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { StatementGate } from '../support/statement-gate.js';
import {
  addRowsToLock,
  prepareRowsToLock,
  removeRowsToLock,
  type LockingWork,
  type RowsToLock,
} from './rows-to-lock.js';

/** Each of them runs against up to seventy others and stops at many statements, on a machine that runs other tests. */
const WITHIN_MS = 600_000;
const AT_ONCE = 4;

interface LockOrder {
  /** Operations that are stopped between their statements. */
  stopped: Record<string, LockingWork>;
  /** Operations that all of them run against, besides those of `stopped` that are listed after them. */
  others?: Record<string, LockingWork>;
  /** Called once before the operations run. */
  given?: (app: TestApp) => Promise<void>;
}

/** Runs every pair of operations, interleaved after each statement that may lock, and expects that none deadlocks. */
export function describeLockOrder(title: string, { stopped, others = {}, given }: LockOrder): void {
  jest.setTimeout(WITHIN_MS);
  const works = Object.entries(stopped);

  describe(title, () => {
    let app: TestApp;
    let userId: string;
    let gate: StatementGate;

    beforeAll(async () => {
      app = await startApp({ DATABASE_POOL_SIZE: '24' });
      ({ userId } = await app.aUser());
      await prepareRowsToLock(app);
      await given?.(app);
      gate = new StatementGate(poolOf(app));
    });
    afterEach(() => removeRowsToLock(app));
    afterAll(() => app.close());

    /** An AppError is an expected outcome: for example, the document is gone or the tag exists already. */
    const accept = (error: unknown): void => {
      if (!(error instanceof AppError)) throw error;
    };
    const bound = ([name, work]: [string, LockingWork]) => [name, (rows: RowsToLock) => work(app.app, rows)] as const;

    // Each pair runs once: the gate detects a deadlock whichever transaction it stops between its locks.
    it.each(works)('%s does not deadlock with any operation listed after it', async (...first) => {
      const before = gate.deadlocks.length;
      const waiting = [...works.slice(works.findIndex(([name]) => name === first[0])), ...Object.entries(others)];
      const failures: unknown[] = [];
      const worker = async (): Promise<void> => {
        for (let two = waiting.pop(); two && failures.length === 0; two = waiting.pop())
          await gate.interleave(() => addRowsToLock(app, userId), bound(first), bound(two), accept);
      };
      // The others end their pair before the next operation begins.
      const guarded = () => worker().catch((error: unknown) => failures.push(error));
      await Promise.all(Array.from({ length: AT_ONCE }, guarded));
      expect({ failures, deadlocks: gate.deadlocks.slice(before) }).toEqual({ failures: [], deadlocks: [] });
    });
  });
}
