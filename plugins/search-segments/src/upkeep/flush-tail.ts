import type { Sql } from '@archivolt/plugin-kit';
import { packedEdges } from '../documents/term-keys.js';
import { Pacer } from '../pacer.js';
import { readSegments } from '../reading/organization-state.js';
import type { SegmentDocument } from '../segments/index.js';
import { writeBlocks } from './block-transfer.js';
import { LostBuildError, type SegmentBuild } from './segment-build.js';
import type { UpkeepTools } from './upkeep-tools.js';

/** Bytes of terms in one segment from the tail, all of which are in the memory of a thread at once. */
const MOST_BYTES = 32_000_000;
/** Documents and bytes of terms that are read by one statement. */
const READ_DOCUMENTS = 100;

const OLDEST = `
  select sequence from (
    select sequence, version, sum(bytes) over (order by version, sequence) - bytes as before
    from search_segments_tail where organization_id = $1) t
  where before < ${String(MOST_BYTES)} order by version, sequence limit $2`;

const READ = `
  select sequence, version, document_id, created_at_micros, is_removed, name, notes, content
  from search_segments_tail where organization_id = $1 and sequence = any($2::bigint[])`;

/** Rows that another transaction is changing stay: what the tail has counts before the segment. */
const REMOVE = `
  with read as (select * from unnest($2::bigint[], $3::bigint[]) as read (sequence, version)),
  unchanged as (
    select t.sequence from search_segments_tail t join read using (sequence)
    where t.organization_id = $1 and t.version = read.version
    for update of t skip locked),
  moved as (
    delete from search_segments_tail where organization_id = $1 and sequence in (select sequence from unchanged)
    returning sequence)
  select count(*)::int as count from moved`;

interface TailRow {
  sequence: string;
  version: string;
  document_id: string;
  created_at_micros: string;
  is_removed: boolean;
  name: Buffer | null;
  notes: Buffer | null;
  content: Buffer | null;
}

/** Makes a segment of the documents that have been in the tail for the longest time, of so many at most. */
export async function flushTail(
  build: SegmentBuild,
  { sql, threads, check }: UpkeepTools,
  most: number,
): Promise<void> {
  const { organizationId, segmentId } = build;
  const oldest = await sql.query<{ sequence: string }>(OLDEST, [organizationId, most]);
  const tail = new TailDocuments(
    organizationId,
    oldest.map(({ sequence }) => sequence),
    // Without an older segment, no reader must know that a document is gone.
    (await readSegments(organizationId, sql)).length === 0,
  );
  const { directory, blocks } = await threads.build(tail.read(sql, check));
  await writeBlocks(blocks, build, check);
  await build.complete(async (tx) => {
    const values = [organizationId, [...tail.versions.keys()], [...tail.versions.values()]];
    const [moved] = await tx.query<{ count: number }>(REMOVE, values);
    // Other transactions change all of them right now: the next attempt finds what has come of it.
    if (moved?.count === 0) throw new LostBuildError();
    await build.addSegment(tx, { size: tail.size, directory, firstAge: segmentId, lastAge: segmentId });
  });
}

/** Documents of the tail, read while they go into a segment. */
class TailDocuments {
  /** Those that were read, by sequence. */
  readonly versions = new Map<string, string>();
  /** How many of them the segment has. */
  size = 0;

  constructor(
    private readonly organizationId: string,
    private readonly sequences: readonly string[],
    private readonly dropsRemoved: boolean,
  ) {}

  async *read(sql: Sql, check: () => void): AsyncGenerator<SegmentDocument> {
    const pacer = new Pacer();
    for (let start = 0; start < this.sequences.length; start += READ_DOCUMENTS) {
      const asked = this.sequences.slice(start, start + READ_DOCUMENTS);
      for (const row of await sql.query<TailRow>(READ, [this.organizationId, asked])) {
        check();
        this.versions.set(row.sequence, row.version);
        if (row.is_removed && this.dropsRemoved) continue;
        this.size += 1;
        yield documentOf(row);
        await pacer.step();
      }
    }
  }
}

function documentOf(row: TailRow): SegmentDocument {
  const { name, notes, content } = row;
  return {
    sequence: Number(row.sequence),
    createdAtMicros: Number(row.created_at_micros),
    id: row.document_id,
    // The marks of the fields are in this order.
    terms:
      name === null || notes === null || content === null
        ? undefined
        : Buffer.concat([notes, content, name, packedEdges(content)]),
  };
}
