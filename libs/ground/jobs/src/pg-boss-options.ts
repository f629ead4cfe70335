import { createHash } from 'node:crypto';

export const SCHEMA = 'job';

/** Interval of the heartbeat of a running job, and the timeout after which its worker counts as dead. */
export const HEARTBEAT_SECONDS = 20;

export const SUPERVISE_SECONDS = 10;

/** Returns the queue for the jobs of a kind after their last attempt. */
export const failedQueue = (name: string): string => `${name}.failed`;

/** PostgreSQL channel on which pg-boss announces the queue of each new job. */
export const CHANNEL = `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`;
