import { createHash } from 'node:crypto';
import type { Db } from 'pg-boss';
import type { JobDefinition } from './job-definition.js';
import { CHANNEL } from './pg-boss-options.js';

/**
 * The group of a job is stored as its priority, because the index of the queue begins with the priority and jobs can be
 * fetched by it. Two groups with the same 32-bit number share their turns, which does no harm.
 */
export function groupOf<Data extends object>(definition: JobDefinition<Data>, data: Data): number {
  const group = groupNameOf(definition, data);
  return group === undefined ? 0 : createHash('sha256').update(group).digest().readInt32BE();
}

/** The group itself: unlike its number, never that of others. */
export function groupNameOf<Data extends object>({ options }: JobDefinition<Data>, data: Data): string | undefined {
  const lane = options.laneOf?.(data);
  const owner = options.groupOf?.(data);
  return lane === undefined ? owner : `${lane} ${owner ?? ''}`;
}

/** Delivered when, and only when, the transaction is committed. */
export async function announce(db: Db, name: string): Promise<void> {
  await db.executeSql('select pg_notify($1, $2)', [CHANNEL, name]);
}

/** The same id for the same key: the primary key of the queue's table then refuses a second job. */
export function idOf(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex');
  return [0, 8, 12, 16, 20].map((start, part) => digest.slice(start, [8, 12, 16, 20, 32][part])).join('-');
}
