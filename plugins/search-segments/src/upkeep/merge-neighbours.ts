import type { Sql } from '@archivolt/plugin-kit';
import { Pacer } from '../pacer.js';
import { readDirectories } from '../reading/index-parts.js';
import type { SegmentInfo } from '../reading/organization-state.js';
import { IndexCaches } from '../reading/reading.js';
import { Directory, mergeSegments } from '../segments/index.js';
import { readBlocks, writeBlocks } from './block-transfer.js';
import { LostBuildError, type SegmentBuild } from './segment-build.js';

/** Replaces neighbouring segments, given oldest first, by one. */
export async function mergeNeighbours(
  build: SegmentBuild,
  sql: Sql,
  { segments, dropsRemoved }: { segments: readonly SegmentInfo[]; dropsRemoved: boolean },
  check: () => void,
): Promise<void> {
  const ids = segments.map(({ id }) => id);
  const reading = { session: sql, caches: new IndexCaches(), pacer: new Pacer() };
  const directories = await readDirectories(ids, reading);
  const inputs = directories.map((directory, index) => ({ directory, blocks: readBlocks(ids[index] ?? 0, sql) }));
  const { directory, blocks } = mergeSegments(inputs, { dropsRemoved });
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
