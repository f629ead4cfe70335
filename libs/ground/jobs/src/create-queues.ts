import type { PgBoss } from 'pg-boss';
import { definedJobs, type JobOptions } from './job-definition.js';
import { failedQueue, HEARTBEAT_SECONDS } from './pg-boss-options.js';

const DAY_SECONDS = 24 * 3600;
/** The default of pg-boss, two weeks, would drop waiting jobs of a large import. */
const WAITS_AT_MOST_SECONDS = 10 * 365 * DAY_SECONDS;

/** Creates a queue and a dead-letter queue for each kind of job, and brings existing ones up to date. */
export async function createQueues(boss: PgBoss): Promise<void> {
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const { name, options } of definedJobs()) {
    const failed = { retentionSeconds: (options.holdsSecrets === true ? 7 : 90) * DAY_SECONDS };
    if (!known.has(failedQueue(name))) await boss.createQueue(failedQueue(name), failed);
    const queue = { ...settingsOf(options), deadLetter: failedQueue(name) };
    if (known.has(name)) await boss.updateQueue(name, queue);
    else await boss.createQueue(name, queue);
  }
}

function settingsOf(options: JobOptions) {
  return {
    retryLimit: options.retries,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: options.longestPauseSeconds ?? 600,
    expireInSeconds: options.timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    retentionSeconds: WAITS_AT_MOST_SECONDS,
    notify: options.notifies !== false,
  };
}
