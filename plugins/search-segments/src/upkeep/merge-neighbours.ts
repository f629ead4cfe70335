import type { Sql } from '@archivolt/plugin-kit';
import type { SegmentInfo } from '../reading/organization-state.js';
import { Directory } from '../segments/index.js';
import { readBlocks, writeBlocks } from './block-transfer.js';
import { LostBuildError, type SegmentBuild } from './segment-build.js';
import type { UpkeepTools } from './upkeep-tools.js';

/** Segments that become one. */
export interface Merge {
  /** Neighbours in age, oldest first. */
  segments: readonly SegmentInfo[];
  /** The first one is the oldest of all: no reader must know which documents are gone. */
  dropsRemoved: boolean;
  /** For each of them, the places of documents that newer segments than these have. */
  outdated?: readonly Uint16Array[];
}

export async function mergeNeighbours(
  build: SegmentBuild,
  { sql, threads, check }: UpkeepTools,
  { segments, ...options }: Merge,
): Promise<void> {
  const ids = segments.map(({ id }) => id);
  const directories = await readDirectories(ids, sql);
  const inputs = directories.map((directory, index) => ({ directory, blocks: readBlocks(ids[index] ?? 0, sql) }));
  const { directory, blocks } = await threads.merge(inputs, options);
  await writeBlocks(blocks, build, check);
  await build.complete(async (tx) => {
    const replaced = await tx.query(
      'delete from search_segments_segment where id = any($1::bigint[]) and organization_id = $2 returning id',
      [ids, build.organizationId],
    );
    if (replaced.length !== ids.length) throw new LostBuildError();
    await tx.query('delete from search_segments_block where segment_id = any($1::bigint[])', [ids]);
    await build.addSegment(tx, {
      size: Directory.decode(directory).size,
      directory,
      firstAge: Math.min(...segments.map(({ firstAge }) => firstAge)),
      lastAge: Math.max(...segments.map(({ lastAge }) => lastAge)),
    });
  });
}

/** As they are stored, in the order of the ids. */
async function readDirectories(ids: readonly number[], sql: Sql): Promise<Uint8Array[]> {
  const rows = await sql.query<{ directory: Buffer }>(
    `select directory from search_segments_segment join unnest($1::bigint[]) with ordinality as asked (id, number)
       using (id) order by asked.number`,
    [ids],
  );
  if (rows.length !== ids.length) throw new LostBuildError();
  return rows.map(({ directory }) => directory);
}
