import type { Sql } from '@archivolt/plugin-kit';
import { unpackNumbers } from '../packed-numbers.js';
import { LOG_END, readLogEnd, type LogEnd } from './log-end.js';

const SEGMENTS = `
  select coalesce(string_agg(int8send(id) || int8send(first_age) || int8send(last_age) || int8send(size), ''::bytea
    order by last_age desc), '') as segments
  from search_segments_segment where organization_id = $1`;

const STATE = `
  select s.segments, t.tail, ${LOG_END} as "logEnd" from (${SEGMENTS}) s, (
    select coalesce(string_agg(int8send(sequence) || int8send(case when is_removed then -version else version end)
      || int8send(created_at_micros) || int8send(bytes), ''::bytea order by created_at_micros, document_id), '') as tail
    from search_segments_tail where organization_id = $1) t`;

/** A segment of an organization. */
export interface SegmentInfo {
  id: number;
  /** The flushes whose documents it has, as a range: segments do not overlap. */
  firstAge: number;
  lastAge: number;
  /** Documents, removed ones included. */
  size: number;
}

/** A document in the tail. Its texts are those of this version permanently. */
export interface TailEntry {
  sequence: number;
  version: number;
  isRemoved: boolean;
  createdAtMicros: number;
  bytes: number;
}

/** What the index of an organization consists of at one moment, packed: two that are equal have the same documents. */
export interface OrganizationState {
  /** Newest first, for {@link segmentsOf}. */
  segments: Buffer;
  /** In the order of creation, for {@link tailOf}. */
  tail: Buffer;
  logEnd: LogEnd | undefined;
}

export async function readState(organizationId: string, sql: Pick<Sql, 'query'>): Promise<OrganizationState> {
  const [row] = await sql.query<{ segments: Buffer; tail: Buffer; logEnd: string | null }>(STATE, [organizationId]);
  if (row === undefined) throw new Error('the state is one row');
  return { ...row, logEnd: readLogEnd(row.logEnd) };
}

/** Newest first. */
export async function readSegments(organizationId: string, sql: Pick<Sql, 'query'>): Promise<SegmentInfo[]> {
  const [row] = await sql.query<{ segments: Buffer }>(SEGMENTS, [organizationId]);
  return row === undefined ? [] : segmentsOf(row.segments);
}

export function segmentsOf(bytes: Buffer): SegmentInfo[] {
  return rowsOf(bytes, ([id = 0, firstAge = 0, lastAge = 0, size = 0]) => ({ id, firstAge, lastAge, size }));
}

export function tailOf(packed: Buffer): TailEntry[] {
  return rowsOf(packed, ([sequence = 0, version = 0, createdAtMicros = 0, bytes = 0]) => ({
    sequence,
    version: Math.abs(version),
    isRemoved: version < 0,
    createdAtMicros,
    bytes,
  }));
}

const COLUMNS = 4;

function rowsOf<Row>(bytes: Buffer, rowOf: (columns: Float64Array) => Row): Row[] {
  const numbers = unpackNumbers(bytes);
  return Array.from({ length: numbers.length / COLUMNS }, (_, index) =>
    rowOf(numbers.subarray(index * COLUMNS, (index + 1) * COLUMNS)),
  );
}
