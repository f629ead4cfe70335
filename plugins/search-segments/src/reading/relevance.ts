import {
  CHARACTERS_LOOKED_INTO,
  LOOKED_INTO,
  orderByTexts,
  rankedGroups,
  rankedTermsOf,
  termWeights,
  treeOfTerm,
  type RankedTerm,
  type SearchPage,
  type SearchTree,
} from '@archivolt/plugin-kit';
import { Evaluation } from './evaluate.js';
import { countIn, matchesOf, openIndex } from './matches.js';
import { RankedMatches, type RankedWindow } from './points.js';
import type { Reading } from './reading.js';
import type { PageWindow } from './sort-columns.js';
import { markLeaf } from './text-leaf.js';

interface RankedRow {
  id: string;
  points: number;
  name: string;
  notes: string;
  content: string;
  date: Date;
}

/** A page of the matches, those first that fit the terms best. */
export async function readRankedPage(
  { tree, terms: given }: { tree: SearchTree; terms: readonly RankedTerm[] },
  { offset, size }: PageWindow,
  reading: Reading,
): Promise<SearchPage> {
  const terms = rankedTermsOf(given);
  const sets = rankedGroups(terms, []).flat();
  const asked = {
    trees: [tree, ...terms.map(treeOfTerm), ...sets.flatMap((set) => ('marks' in set ? [] : set.condition))],
    leaves: sets.flatMap((set) => ('marks' in set ? set.marks.map(markLeaf) : [])),
  };
  const evaluation = await Evaluation.begin(asked, await openIndex(reading), reading);
  const { parts, count } = await matchesOf(tree, evaluation);
  if (offset >= count || size <= 0) return { ids: [], count };
  const weights = await weightsOf(terms, evaluation);
  const ranked = await RankedMatches.of(parts, rankedGroups(terms, weights), { evaluation, pacer: reading.pacer });
  const ids: string[] = [];
  const end = offset + size;
  if (offset < LOOKED_INTO) {
    const looked = await readTexts(await ranked.window({ offset: 0, size: LOOKED_INTO }), reading);
    const ordered = orderByTexts(looked, terms, weights);
    for (const { id } of ordered.slice(offset, end)) ids.push(id);
  }
  if (end > LOOKED_INTO) {
    const from = Math.max(offset, LOOKED_INTO);
    const window = { offset: from, size: end - from };
    ids.push(...(await readIds(await ranked.window(window), window.size, reading)));
  }
  return { ids, count };
}

async function weightsOf(terms: readonly RankedTerm[], evaluation: Evaluation): Promise<number[]> {
  if (terms.length < 2) return termWeights(terms, [], 0);
  const frequencies: number[] = [];
  for (const term of terms) frequencies.push(countIn(await evaluation.of(treeOfTerm(term))));
  return termWeights(terms, frequencies, countIn(evaluation.asked.parts.map(({ live }) => live)));
}

/** `offset 0` looks each document up by its number. */
const RANKED = (columns: string, joined = '') => `
  select d.id, ${columns} from unnest($1::bigint[], $2::int[]) as wanted (sequence, points)
  cross join lateral (
    select id, created_at, document_date from document
    where sequence = wanted.sequence and organization_id = $3 and deleted_at is null offset 0) d ${joined}
  order by wanted.points desc, d.created_at desc, d.id desc limit $4 offset $5`;

const TEXTS = RANKED(
  `wanted.points, coalesce(t.name, '') as name, coalesce(t.notes, '') as notes,
   coalesce(substr(t.content, 1, ${String(CHARACTERS_LOOKED_INTO)}), '') as content,
   coalesce(d.document_date, d.created_at) as date`,
  'left join search_segments_text t on t.sequence = wanted.sequence',
);

function readTexts(window: RankedWindow, reading: Reading): Promise<RankedRow[]> {
  return reading.session.query<RankedRow>(TEXTS, valuesOf(window, LOOKED_INTO, reading));
}

const IDS = RANKED('wanted.points');

async function readIds(window: RankedWindow, size: number, reading: Reading): Promise<string[]> {
  const rows = await reading.session.query<{ id: string }>(IDS, valuesOf(window, size, reading));
  return rows.map(({ id }) => id);
}

function valuesOf({ documents, skip }: RankedWindow, size: number, { organizationId }: Reading): unknown[] {
  return [documents.map(({ sequence }) => sequence), documents.map(({ points }) => points), organizationId, size, skip];
}
