import type { Sql } from '@archivolt/plugin-kit';
import type { SegmentThreads } from '../merge/segment-threads.js';

/** What making a segment needs. */
export interface UpkeepTools {
  sql: Sql;
  threads: SegmentThreads;
  /** Throws when the work must not go on. */
  check: () => void;
}
