import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { environment, type Installation } from '#operation/installation';
import { projectRoot } from '#ground/plugin-host';
import { DocumentRepository } from '#archive/documents';

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
  const isRead = async () => (await app.get(DocumentRepository).countUnread(organizationIds)) === 0;
  if (await isRead()) return 'read';
  const worker = startWorker(installation);
  try {
    const began = performance.now();
    while (performance.now() - began < PATIENCE_MS) {
      if (await isRead()) return 'read';
      if (worker.exitCode !== null)
        throw new Error('the process that reads documents has ended; see its message above');
      await delay(LOOK_EVERY_MS);
    }
    return 'later';
  } finally {
    await stop(worker);
  }
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
