import type { SearchSort } from '@archivolt/plugin-kit';
import { BoundValues } from '@archivolt/search-sql';
import type { SequenceSet } from '../segments/index.js';
import type { PartMatches } from './evaluate.js';
import type { Matches } from './matches.js';
import type { Reading } from './reading.js';
import { orderBy, sortColumns, type PageWindow } from './sort-columns.js';

const SMALLEST_CHUNK = 64;
/** Matches are not spread evenly: the first chunk should be enough nearly always. */
const MORE_THAN_EXPECTED = 1.5;
const LARGEST_CHUNK = 16_384;

/** A document with the values of its order as text, exact to the microsecond; `null` for a missing date. */
type WalkedRow = { sequence: string; id: string } & Record<string, string | null>;

type Stretch = 'all' | 'dated' | 'undated';

interface Chunk {
  stretch: Stretch;
  /** The last row that was read. */
  after: WalkedRow | undefined;
  limit: number;
}

/**
 * Reads all documents of the organization in the wanted order and keeps those that match, until the page is full.
 * `undefined` when it is not full after as many as should be enough and `mostWalked` documents.
 */
export async function walkPage(
  { parts, count }: Matches,
  sort: SearchSort,
  window: PageWindow,
  {
    members,
    reading,
    mostWalked = Infinity,
  }: { members: SequenceSet | undefined; reading: Reading; mostWalked?: number },
): Promise<string[] | undefined> {
  const isMatch = (sequence: number) => members?.has(sequence) ?? isAmong(parts, sequence);
  const end = Math.min(window.offset + window.size, count);
  const ids: string[] = [];
  let passed = 0;
  let walked = 0;
  let after: WalkedRow | undefined;
  const stretches = stretchesOf(sort);
  const documents = parts.reduce((sum, { directory }) => sum + directory.size, 0);
  const expected = Math.ceil((MORE_THAN_EXPECTED * end * documents) / Math.max(count, 1));
  const firstChunk = Math.min(Math.max(expected, SMALLEST_CHUNK), LARGEST_CHUNK);
  await reading.session.planForValues();
  for (let chunk = firstChunk; passed < end; chunk = Math.min(2 * chunk, LARGEST_CHUNK)) {
    if (walked > 0 && walked >= mostWalked) return undefined;
    const [stretch] = stretches;
    if (stretch === undefined) break;
    const rows = await readChunk(sort, { stretch, after, limit: chunk }, reading);
    for (const [index, row] of rows.entries()) {
      if (!isMatch(Number(row.sequence))) continue;
      passed += 1;
      if (passed > window.offset && passed <= end) ids.push(row.id);
      if (index % 512 === 0) await reading.pacer.step();
    }
    walked += rows.length;
    after = rows.at(-1);
    if (rows.length < chunk) {
      stretches.shift();
      after = undefined;
    }
  }
  return ids;
}

/**
 * Parts of an order one after the other, each of which an index can continue anywhere: documents without a date come
 * first in ascending and last in descending order.
 */
function stretchesOf({ field, order }: SearchSort): Stretch[] {
  if (field !== 'documentDate') return ['all'];
  return order === 'asc' ? ['undated', 'dated'] : ['dated', 'undated'];
}

async function readChunk(
  sort: SearchSort,
  { stretch, after, limit }: Chunk,
  { organizationId, session }: Reading,
): Promise<WalkedRow[]> {
  const values = new BoundValues();
  const conditions = [`d.organization_id = ${values.bind(organizationId)}`, 'd.deleted_at is null'];
  if (stretch !== 'all') conditions.push(`d.document_date is ${stretch === 'dated' ? 'not null' : 'null'}`);
  if (after !== undefined) {
    const columns = stretch === 'undated' ? sortColumns(sort).slice(1) : sortColumns(sort);
    const bound = columns.map(({ name, type }) => `${values.bind(after[name])}::${type}`);
    const operator = sort.order === 'asc' ? '>' : '<';
    conditions.push(`(${columns.map(({ name }) => `d.${name}`).join(', ')}) ${operator} (${bound.join(', ')})`);
  }
  const read = sortColumns(sort).map(({ name }) => `d.${name}::text as ${name}`);
  return session.query<WalkedRow>(
    `select d.sequence::text as sequence, ${read.join(', ')} from document d
     where ${conditions.join(' and ')} order by ${orderBy(sort)} limit ${values.bind(limit)}`,
    values.list,
  );
}

function isAmong(parts: readonly PartMatches[], sequence: number): boolean {
  return parts.some(({ directory, matches }) => {
    const place = directory.placeOf(sequence);
    return place !== undefined && matches.has(place);
  });
}
