import {
  CHARACTERS_LOOKED_INTO,
  LOOKED_INTO,
  orderByTexts,
  rankedGroups,
  rankedTermsOf,
  termWeights,
  treeOfTerm,
  type RankedSet,
  type RankedTerm,
  type RelevancePageRequest,
  type SearchPage,
  type SearchTree,
  type Sql,
} from '@archivolt/plugin-kit';
import { BoundValues } from '@archivolt/search-sql';
import type { Lexemes } from './lexemes.js';
import { planQuery } from './query-plan.js';
import { countStatement, isTextOnly, source, type PageWindow } from './statements.js';
import { marksQuery, writeTextQuery } from './text-query.js';

interface RankedRow {
  id: string;
  points: number;
  count: number;
  name: string;
  notes: string;
  content: string;
  date: Date;
}

interface Asked {
  sql: Sql;
  lexemes: Lexemes;
}

type RankedRequest = Pick<RelevancePageRequest, 'organizationId' | 'terms' | 'tree'>;

/** A page of the matches, those first that fit the terms best. */
export async function readRankedPage(
  { organizationId, tree, terms: given }: RankedRequest,
  { offset, size }: PageWindow,
  asked: Asked,
): Promise<SearchPage> {
  const terms = rankedTermsOf(given);
  const weights = await weightsOf(terms, organizationId, asked);
  const request = { organizationId, tree, groups: rankedGroups(terms, weights) };
  const end = offset + size;
  const ids: string[] = [];
  let count: number | undefined;
  if (offset < LOOKED_INTO) {
    const rows = await readRanked(request, { offset: 0, size: LOOKED_INTO }, asked);
    count = rows[0]?.count ?? 0;
    for (const { id } of orderByTexts(rows, terms, weights).slice(offset, end)) ids.push(id);
  }
  if (end > LOOKED_INTO && (count ?? Infinity) > LOOKED_INTO) {
    const from = Math.max(offset, LOOKED_INTO);
    const rows = await readRanked(request, { offset: from, size: end - from }, asked);
    count ??= rows[0]?.count;
    for (const { id } of rows) ids.push(id);
  }
  return { ids, count: count ?? (await countOf(tree, organizationId, asked)) };
}

async function weightsOf(terms: readonly RankedTerm[], organizationId: string, asked: Asked): Promise<number[]> {
  if (terms.length < 2) return termWeights(terms, [], 0);
  const frequencies: number[] = [];
  for (const term of terms) frequencies.push(await countOf(treeOfTerm(term), organizationId, asked));
  return termWeights(terms, frequencies, await countOf({ kind: 'all' }, organizationId, asked));
}

async function countOf(tree: SearchTree, organizationId: string, { sql, lexemes }: Asked): Promise<number> {
  const { text, values } = countStatement(planQuery(tree, organizationId, lexemes));
  const [row] = await sql.query<{ count: string }>(text, values);
  return Number(row?.count ?? 0);
}

/** Documents of a window with their texts: those with the most points first, and of equally many the newest. */
async function readRanked(
  { organizationId, tree, groups }: { organizationId: string; tree: SearchTree; groups: readonly RankedSet[][] },
  { offset, size }: PageWindow,
  { sql, lexemes }: Asked,
): Promise<RankedRow[]> {
  const values = new BoundValues();
  const plan = planQuery(tree, organizationId, lexemes, values);
  const columns = isTextOnly(plan)
    ? 's.id as sequence, s.document_id as id, s.created_at'
    : 'd.sequence, d.id, d.created_at';
  const matches = `select ${columns} ${source(plan, values, { document: !isTextOnly(plan) })}`;
  const sets = groups.flatMap((group, number) =>
    group.map(
      (set) => `select sequence, ${String(number)} as number, ${String(set.points)} as points
        from (${documentsOf(set, { organizationId, lexemes, values })}) documents`,
    ),
  );
  const none = 'select null::bigint as sequence, 0 as number, 0 as points where false';
  return sql.query<RankedRow>(
    `with matches as materialized (${matches}),
     sets as (${[none, ...sets].join(' union all ')}),
     ranked as (
       select sequence, sum(points)::int as points from (
         select sequence, max(points) as points from sets group by sequence, number) best
       group by sequence),
     page as (
       select m.*, coalesce(r.points, 0) as points, (select count(*)::int from matches) as count
       from matches m left join ranked r using (sequence)
       order by points desc, m.created_at desc, m.id desc
       limit ${values.bind(size)} offset ${values.bind(offset)})
     select p.id, p.points, p.count, coalesce(t.name, '') as name, coalesce(t.notes, '') as notes,
       coalesce(substr(t.content, 1, ${String(CHARACTERS_LOOKED_INTO)}), '') as content,
       coalesce(d.document_date, d.created_at) as date
     from page p join document d on d.id = p.id left join search_postgres_text t on t.id = p.sequence
     order by p.points desc, p.created_at desc, p.id desc`,
    values.list,
  );
}

function documentsOf(
  set: RankedSet,
  { organizationId, lexemes, values }: { organizationId: string; lexemes: Lexemes; values: BoundValues },
): string {
  if ('marks' in set) {
    const query = values.bind(writeTextQuery(marksQuery(set.marks, lexemes), lexemes));
    return `select s.id as sequence from search_postgres_document s where s.terms @@ ${query}::tsquery`;
  }
  const plan = planQuery(set.condition, organizationId, lexemes, values);
  const column = isTextOnly(plan) ? 's.id' : 'd.sequence';
  return `select ${column} as sequence ${source(plan, values, { document: !isTextOnly(plan) })}`;
}
