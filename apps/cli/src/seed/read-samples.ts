import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { environment, type Installation } from '#operation/installation';
import { projectRoot } from '#ground/plugin-host';

const LOOK_EVERY_MS = 300;
const PATIENCE_MS = 600_000;

/**
 * Waits until the documents of these organizations are read. A worker process of our own helps: one that runs already
 * shares the work with it, and if none runs the documents are read all the same.
 */
export async function readSamples(
  app: INestApplicationContext,
  installation: Installation,
  organizationIds: readonly string[],
): Promise<'later' | 'read'> {
  if ((await unread(app, organizationIds)) === 0) return 'read';
  const worker = startWorker(installation);
  try {
    const began = performance.now();
    while (performance.now() - began < PATIENCE_MS) {
      if ((await unread(app, organizationIds)) === 0) return 'read';
      if (worker.exitCode !== null)
        throw new Error('the process that reads documents has ended; see its message above');
      await delay(LOOK_EVERY_MS);
    }
    return 'later';
  } finally {
    await stop(worker);
  }
}

async function unread(app: INestApplicationContext, organizationIds: readonly string[]): Promise<number> {
  const [row] = await sqlOver(app.get(UnitOfWork).db).query<{ count: number }>(
    `select count(*)::int as count from document where organization_id = any($1) and extraction_status <> 'completed'`,
    [organizationIds],
  );
  return row?.count ?? 0;
}

function startWorker({ databaseUrl, dataDir }: Installation): ChildProcess {
  const settings = { PROCESS_MODE: 'worker', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  return spawn(process.execPath, [join(projectRoot(), 'dist/apps/server/src/main.js')], {
    cwd: process.cwd(),
    env: { ...environment(), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stop(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  await ended;
}
