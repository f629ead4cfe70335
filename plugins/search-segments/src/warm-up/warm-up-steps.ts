import type { Sql } from '@archivolt/plugin-kit';
import { Evaluation } from '../reading/evaluate.js';
import type { IndexPart } from '../reading/index-part.js';
import { openIndex } from '../reading/matches.js';
import type { Reading } from '../reading/reading.js';
import { relationalPlaces } from '../reading/relational-leaves.js';
import { markLeaf } from '../reading/text-leaf.js';
import { conditionOf, type AskedOfOrganization } from './asked-conditions.js';

/** Reads one thing that a search needs. */
export type WarmUpStep = (reading: Reading) => Promise<void>;

/** Bytes that may still be read only so that PostgreSQL and the operating system have them in memory. */
export interface WarmUpBudget {
  bytesLeft: number;
}

/** What every order by relevance asks for, whatever the words are. */
const LENGTHS = (['short', 'medium'] as const).map((length) => markLeaf({ kind: 'length', length }));

/** In organizations where no conditions are known. */
const USUAL = ['tags', 'documentDate'].map((what) => JSON.stringify({ kind: 'has', what }));
const MOST_TAGS = 6;

/** Documents whose texts one step reads. */
const TEXTS_AT_ONCE = 1_000;

const LARGEST = `
  select organization_id as id from search_segments_segment
  group by organization_id order by sum(size) desc, organization_id limit $1`;

const USUAL_TAGS = `
  select t.tag_id as id from document d join document_tag t on t.document_id = d.id
  where d.organization_id = $1 and d.deleted_at is null
  group by t.tag_id order by count(*) desc, t.tag_id limit $2`;

/** Goes through the blocks of a segment of the organization. */
const BLOCKS = `
  select coalesce(sum(length(b.body)), 0)::float8 as bytes from search_segments_block b
  where b.segment_id = (select id from search_segments_segment where id = $1 and organization_id = $2)`;

/** A text is only read as a whole when something is looked for in it that it does not have. */
const TEXTS = `
  select coalesce(sum(length(t.content) + strpos(t.content, chr(1))), 0)::float8 as bytes from search_segments_text t
  where t.sequence = any($1::bigint[]) and t.organization_id = $2`;

/** The organizations with the most documents in segments, the largest first. */
export async function largestOrganizations(most: number, sql: Pick<Sql, 'query'>): Promise<string[]> {
  return (await sql.query<{ id: string }>(LARGEST, [most])).map(({ id }) => id);
}

/** What searches of an organization need, the most useful first. Each step may rely on those before it. */
export function* stepsOf({ conditions }: AskedOfOrganization, budget: WarmUpBudget): Generator<WarmUpStep, void> {
  let parts: readonly IndexPart[] = [];
  yield async (reading) => {
    const asked = await openIndex(reading);
    ({ parts } = asked);
    await Evaluation.begin({ trees: [], leaves: LENGTHS }, asked, reading);
  };
  const known = conditions.length > 0 ? [...conditions] : [...USUAL];
  if (conditions.length === 0) {
    yield async ({ organizationId, session }) => {
      await session.planForValues();
      const tags = await session.query<{ id: string }>(USUAL_TAGS, [organizationId, MOST_TAGS]);
      for (const { id } of tags) known.push(JSON.stringify({ kind: 'tag', tagIds: [id] }));
    };
  }
  for (const condition of known)
    yield async (reading) => void (await relationalPlaces(conditionOf(condition), await openIndex(reading), reading));
  for (const { segmentId } of parts) {
    if (segmentId !== undefined && budget.bytesLeft > 0) yield reads(budget, BLOCKS, segmentId);
  }
  for (const sequences of newestFirst(parts)) {
    if (budget.bytesLeft <= 0) return;
    yield reads(budget, TEXTS, sequences);
  }
}

function reads(budget: WarmUpBudget, statement: string, what: unknown): WarmUpStep {
  return async ({ organizationId, session }) => {
    const [row] = await session.query<{ bytes: number }>(statement, [what, organizationId]);
    budget.bytesLeft -= row?.bytes ?? 0;
  };
}

/** Documents in segments, in the order of parts, which is that of their last change. */
function* newestFirst(parts: readonly IndexPart[]): Iterable<number[]> {
  for (const { segmentId, directory, live } of parts) {
    if (segmentId === undefined) continue;
    let portion: number[] = [];
    for (const place of live.valuesDescending()) {
      portion.push(directory.sequences[place] ?? 0);
      if (portion.length < TEXTS_AT_ONCE) continue;
      yield portion;
      portion = [];
    }
    if (portion.length > 0) yield portion;
  }
}
