import { unpackNumbers } from '../packed-numbers.js';
import type { LogEnd } from './log-end.js';
import type { Reading } from './reading.js';

/** Events that are looked through for changed documents; after more, everything is read again. */
const MOST_EVENTS = 1_000;

const LATER = `
  with later as materialized (
    select position, id, name, payload ->> 'documentId' as document_id from event
    where organization_id = $1 and position >= $2::bigint and position <= $3::bigint)
  select (select id from later where position = $2::bigint) as "firstId",
    (select count(*)::int from later where position > $2::bigint) as count,
    array(select distinct name from later where position > $2::bigint) as names,
    (select coalesce(string_agg(int8send(d.sequence), ''::bytea order by d.sequence), '') from document d
     where d.id in (select document_id from later where position > $2::bigint) and d.organization_id = $1) as sequences`;

/** What happened between two ends of a log. */
export interface LogChanges {
  /** Of the events. */
  names: ReadonlySet<string>;
  /** The documents that events name, ascending, without those that are purged. */
  sequences: Float64Array;
}

/** The log of an organization in the state of the database that a search reads. */
export class OrganizationLog {
  readonly #known = new Map<string, LogChanges | undefined>();

  constructor(
    readonly end: LogEnd,
    private readonly reading: Pick<Reading, 'organizationId' | 'session'>,
  ) {}

  isAt({ position, eventId }: LogEnd): boolean {
    return position === this.end.position && eventId === this.end.eventId;
  }

  /** `undefined` when there were too many changes, when their events are gone, or when that end is of another log. */
  async changesSince(earlier: LogEnd): Promise<LogChanges | undefined> {
    const key = `${String(earlier.position)} ${earlier.eventId}`;
    if (!this.#known.has(key)) this.#known.set(key, await this.#read(earlier));
    return this.#known.get(key);
  }

  async #read({ position, eventId }: LogEnd): Promise<LogChanges | undefined> {
    const count = this.end.position - position;
    if (count <= 0 || count > MOST_EVENTS || (eventId === '' && position > 0)) return undefined;
    const { organizationId, session } = this.reading;
    const [row] = await session.query<{ firstId: string | null; count: number; names: string[]; sequences: Buffer }>(
      LATER,
      [organizationId, position, this.end.position],
    );
    if (row === undefined || row.count !== count || (row.firstId ?? '') !== eventId) return undefined;
    return { names: new Set(row.names), sequences: unpackNumbers(row.sequences) };
  }
}
