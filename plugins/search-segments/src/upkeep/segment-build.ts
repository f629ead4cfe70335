import type { Sql } from '@archivolt/plugin-kit';
import type { SegmentBlock } from '../segments/index.js';

/** Who has not written for so long does not live any more, or must begin again. */
const LOST_AFTER = `interval '1 minute'`;
/** What a transaction in the background may take. */
export const LIMITS = `select set_config('statement_timeout', '60s', true), set_config('lock_timeout', '5s', true)`;

const TAKE = `
  insert into search_segments_build (organization_id, segment_id)
  values ($1, nextval('search_segments_number')) on conflict (organization_id) do nothing returning segment_id`;

const WRITE_BLOCKS = `
  with build as (
    update search_segments_build set renewed_at = clock_timestamp()
    where organization_id = $1 and segment_id = $2 returning segment_id),
  written as (
    insert into search_segments_block (segment_id, first_term, body)
    select build.segment_id, given.first_term, given.body
    from build cross join unnest($3::bytea[], $4::bytea[]) as given (first_term, body))
  select segment_id from build`;

/** The index was emptied, or another process writes a segment of the organization, because this one took too long. */
export class LostBuildError extends Error {}

/**
 * The one segment of an organization that is being written. Its blocks are written bit by bit, and no search reads them until
 * the row of the segment exists, which is written together with the removal of what it replaces. Transactions that write documents never
 * wait for it.
 */
export class SegmentBuild {
  private constructor(
    private readonly sql: Sql,
    readonly organizationId: string,
    readonly segmentId: number,
  ) {}

  /** `undefined` while another process writes a segment of this organization. Clears away what a lost process left. */
  static async take(sql: Sql, organizationId: string): Promise<SegmentBuild | undefined> {
    return sql.transaction(async (tx) => {
      await tx.query(LIMITS);
      const [lost] = await tx.query<{ segment_id: string }>(
        `delete from search_segments_build
         where organization_id = $1 and renewed_at < clock_timestamp() - ${LOST_AFTER} returning segment_id`,
        [organizationId],
      );
      if (lost !== undefined)
        await tx.query('delete from search_segments_block where segment_id = $1', [lost.segment_id]);
      const [taken] = await tx.query<{ segment_id: string }>(TAKE, [organizationId]);
      return taken && new SegmentBuild(sql, organizationId, Number(taken.segment_id));
    });
  }

  /** Organizations with a segment that a lost process has begun. */
  static async lost(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ organization_id: string }>(
      `select organization_id from search_segments_build where renewed_at < clock_timestamp() - ${LOST_AFTER}`,
    );
    return rows.map((row) => row.organization_id);
  }

  async write(blocks: readonly SegmentBlock[]): Promise<void> {
    const [renewed] = await this.sql.query(WRITE_BLOCKS, [
      this.organizationId,
      this.segmentId,
      blocks.map(({ firstTerm }) => Buffer.from(firstTerm)),
      blocks.map(({ body }) => Buffer.from(body)),
    ]);
    if (renewed === undefined) throw new LostBuildError();
  }

  /** Ends the build: runs `work`, which makes the segment visible, in one short transaction. */
  async complete(work: (tx: Sql) => Promise<void>): Promise<void> {
    await this.sql.transaction(async (tx) => {
      await tx.query(LIMITS);
      const [own] = await tx.query(
        'delete from search_segments_build where organization_id = $1 and segment_id = $2 returning segment_id',
        [this.organizationId, this.segmentId],
      );
      if (own === undefined) throw new LostBuildError();
      await work(tx);
    });
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    await this.sql.transaction(async (tx) => {
      await tx.query(LIMITS);
      const [own] = await tx.query(
        'delete from search_segments_build where organization_id = $1 and segment_id = $2 returning segment_id',
        [this.organizationId, this.segmentId],
      );
      if (own !== undefined)
        await tx.query('delete from search_segments_block where segment_id = $1', [this.segmentId]);
    });
  }

  /** Adds the segment itself, unless it is empty. */
  async addSegment(
    tx: Sql,
    { size, directory, firstAge, lastAge }: { size: number; directory: Uint8Array; firstAge: number; lastAge: number },
  ): Promise<void> {
    if (size === 0) return;
    await tx.query(
      `insert into search_segments_segment (id, organization_id, first_age, last_age, size, directory)
       values ($1, $2, $3, $4, $5, $6)`,
      [this.segmentId, this.organizationId, firstAge, lastAge, size, Buffer.from(directory)],
    );
  }
}
