import type { SearchSort } from '@archivolt/plugin-kit';
import { BoundValues } from '@archivolt/search-sql';
import type { QueryPlan } from './query-plan.js';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

export interface PageWindow {
  offset: number;
  size: number;
}

/** How many documents are tried one by one before all matches are sorted instead. */
const WALK_LIMIT = 2_000;

const COLUMNS: Record<SearchSort['field'], string[]> = {
  createdAt: ['created_at', 'id'],
  updatedAt: ['updated_at', 'created_at', 'id'],
  name: ['name_sort_key', 'created_at', 'id'],
  documentDate: ['document_date', 'created_at', 'id'],
  size: ['original_size', 'created_at', 'id'],
};

export function countStatement(plan: QueryPlan): Statement {
  const values = new BoundValues(plan.values);
  return { text: `select count(*) as count ${source(plan, values, { document: false })}`, values: values.list };
}

/** All matches in order, cut to the page. */
export function pageStatement(plan: QueryPlan, sort: SearchSort, page: PageWindow): Statement {
  return pageOf(plan, sort, page, 'm.id');
}

/** The same, and each row says how many matches there are. */
export function countedPageStatement(plan: QueryPlan, sort: SearchSort, page: PageWindow): Statement {
  return pageOf(plan, sort, page, 'm.id, count(*) over () as count');
}

function pageOf(plan: QueryPlan, sort: SearchSort, page: PageWindow, columns: string): Statement {
  const values = new BoundValues(plan.values);
  const textOnly = isTextOnly(plan) && sort.field === 'createdAt';
  const read = textOnly
    ? 's.document_id as id, s.created_at'
    : COLUMNS[sort.field].map((name) => `d.${name}`).join(', ');
  const matches = `select ${read} ${source(plan, values, { document: !textOnly })} ${fence(plan)}`;
  const text = `select ${columns} from (${matches}) m order by ${orderBy(sort, 'm')} ${cut(page, values)}`;
  return { text, values: values.list };
}

/**
 * Keeps PostgreSQL from testing the vectors of all documents in the wanted order when it expects to meet a page of
 * matches soon: words that never meet in a document make it expect far too many.
 */
function fence(plan: QueryPlan): string {
  return plan.onText.length > 0 ? 'offset 0' : '';
}

/**
 * The page by trying the first documents in the wanted order, for words that many documents have. Gives fewer rows than
 * the page has when the matches do not lie close enough.
 */
export function walkStatement(plan: QueryPlan, sort: SearchSort, page: PageWindow): Statement {
  const values = new BoundValues(plan.values);
  const order = orderBy(sort, 'd');
  const first = `select d.* from document d where ${scope(plan, values)} order by ${order} limit ${String(WALK_LIMIT)}`;
  const onText = ['s.id = d.sequence', ...plan.onText].join(' and ');
  const matches = `exists (select 1 from search_postgres_document s where ${onText} offset 0)`;
  const where = [...plan.onDocument, matches].join(' and ');
  const text = `select d.id from (${first}) d where ${where} order by ${order} ${cut(page, values)}`;
  return { text, values: values.list };
}

/** Whether walking can be expected to fill the page sooner than sorting all matches. */
export function mayWalk(plan: QueryPlan, page: PageWindow, count: number): boolean {
  const needed = page.offset + page.size;
  return plan.onText.length > 0 && !plan.isCostly && count > WALK_LIMIT && needed <= WALK_LIMIT / 4;
}

/** The next matches in the order of creation. */
export function nextMatchesStatement(plan: QueryPlan, after: string, limit: number): Statement {
  const values = new BoundValues(plan.values);
  const textOnly = isTextOnly(plan);
  const [sequence, id] = textOnly ? ['s.id', 's.document_id'] : ['d.sequence', 'd.id'];
  const from = source(plan, values, { document: !textOnly });
  const beyond = `${sequence} > ${values.bind(after)}::bigint`;
  const matches = `select ${sequence} as sequence, ${id} as id ${from} and ${beyond} ${fence(plan)}`;
  const text = `select m.sequence, m.id from (${matches}) m order by m.sequence limit ${values.bind(limit)}`;
  return { text, values: values.list };
}

/** These columns of all matches, `d` being the document. */
export function allMatches(plan: QueryPlan, columns: readonly string[]): Statement {
  const values = new BoundValues(plan.values);
  const text = `select ${columns.join(', ')} ${source(plan, values, { document: true })} ${fence(plan)}`;
  return { text, values: values.list };
}

/** Whether the matches can be read as `s` alone. */
export function isTextOnly(plan: QueryPlan): boolean {
  return plan.onText.length > 0 && plan.onDocument.length === 0;
}

function scope(plan: QueryPlan, values: BoundValues): string {
  return `d.organization_id = ${values.bind(plan.organizationId)} and d.deleted_at is null`;
}

/** The matches as `s`, as `d`, or as both. */
export function source(plan: QueryPlan, values: BoundValues, needs: { document: boolean }): string {
  if (isTextOnly(plan) && !needs.document) return `from search_postgres_document s where ${plan.onText.join(' and ')}`;
  const onDocument = [scope(plan, values), ...plan.onDocument].join(' and ');
  if (plan.onText.length === 0) return `from document d where ${onDocument}`;
  if (plan.wordsFirst) {
    const found = `select s.id from search_postgres_document s where ${plan.onText.join(' and ')} offset 0`;
    return `from (${found}) s join document d on d.sequence = s.id where ${onDocument}`;
  }
  const where = [...plan.onText, onDocument].join(' and ');
  return `from search_postgres_document s join document d on d.sequence = s.id where ${where}`;
}

function cut(page: PageWindow, values: BoundValues): string {
  return `limit ${values.bind(page.size)} offset ${values.bind(page.offset)}`;
}

function orderBy(sort: SearchSort, alias: string): string {
  const direction = sort.order === 'asc' ? 'asc' : 'desc';
  const nulls = sort.order === 'asc' ? 'nulls first' : 'nulls last';
  const term = (column: string) => `${alias}.${column} ${direction}${column === 'document_date' ? ` ${nulls}` : ''}`;
  return COLUMNS[sort.field].map(term).join(', ');
}
