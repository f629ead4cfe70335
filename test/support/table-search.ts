import type { SearchRequest, SearchSort, SearchText, Sql, TransactionalSearchBackend } from '@archivolt/plugin-kit';
import { definePlugin } from '@archivolt/plugin-kit';
import { aSearchDocument, evaluateSearch } from '@archivolt/plugin-kit/testing';
import type { LoadedPlugin } from '#ground/plugin-host';

export const TABLE_SEARCH = 'search-table';

const INDEX = `insert into search_table_document (id, organization_id, name, content, notes)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
  on conflict (id) do update set name = excluded.name, content = excluded.content, notes = excluded.notes`;

const ROWS = `select s.*, d.created_at as created, d.document_date as dated,
    array(select t.tag_id from document_tag t where t.document_id = s.id order by t.tag_id) as tags
  from search_table_document s join document d on d.id = s.id where s.organization_id = $1`;

const CLEAR_PART = `delete from search_table_document where id in (select id from search_table_document limit 7)
  returning id`;

interface Row {
  id: string;
  organization_id: string;
  name: string;
  content: string;
  notes: string;
  created: Date;
  dated: Date | null;
  tags: string[];
}

/** What a test observes of the plugin in one process. */
export class TableSearchUse {
  searches = 0;
  indexed = 0;
  /** Called before documents are written. */
  beforeIndex: (documents: readonly SearchText[]) => Promise<void> = () => Promise.resolve();
}

/** A search plugin in this database that is as simple as can be: a table, of which every row is tried. */
export class TableSearch implements TransactionalSearchBackend {
  constructor(
    private readonly sql: Sql,
    private readonly use: TableSearchUse = new TableSearchUse(),
  ) {}

  async index(documents: readonly SearchText[], sql: Sql): Promise<void> {
    await this.use.beforeIndex(documents);
    const column = (of: (document: SearchText) => string) => documents.map(of);
    await sql.query(INDEX, [
      column(({ id }) => id),
      column(({ organizationId }) => organizationId),
      column(({ name }) => name),
      column(({ content }) => content),
      column(({ notes }) => notes),
    ]);
    this.use.indexed += documents.length;
  }

  async remove(documentIds: readonly string[], sql: Sql): Promise<void> {
    await sql.query('delete from search_table_document where id = any($1::text[])', [documentIds]);
  }

  async clear(sql: Sql): Promise<void> {
    await sql.query('delete from search_table_document');
  }

  async clearPart(sql: Sql): Promise<boolean> {
    return (await sql.query(CLEAR_PART)).length > 0;
  }

  async search({ pageIndex, pageSize, sort, ...request }: Parameters<TransactionalSearchBackend['search']>[0]) {
    this.use.searches += 1;
    const matches = await this.#find(request, sort);
    return { ids: matches.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize), count: matches.length };
  }

  async *matchIds(request: SearchRequest): AsyncIterable<string[]> {
    yield await this.#find(request, { field: 'createdAt', order: 'asc' });
  }

  async #find(request: SearchRequest, sort: SearchSort): Promise<string[]> {
    const rows = await this.sql.query<Row>(ROWS, [request.organizationId]);
    const documents = rows.map(({ id, organization_id, name, content, notes, created, dated, tags }) => ({
      ...aSearchDocument({ id, organizationId: organization_id, name, content, notes, tagIds: tags }),
      createdAt: created,
      documentDate: dated,
    }));
    return evaluateSearch(documents, request, sort);
  }
}

/** The plugin as the loader returns it. */
export function tableSearch(use = new TableSearchUse(), indexVersion = 1): LoadedPlugin {
  const manifest = definePlugin({
    id: TABLE_SEARCH,
    contract: 2,
    migrations: [
      {
        name: '0001-document',
        up: `create table search_table_document (id text collate "C" primary key, organization_id text not null,
               name text not null, content text not null, notes text not null)`,
      },
    ],
    provides: {
      search: { transactional: true, indexVersion, create: (host) => new TableSearch(host.sql, use) },
    },
  });
  return {
    id: TABLE_SEARCH,
    packageName: TABLE_SEARCH,
    version: '1.0.0',
    kinds: ['search'],
    manifest,
    config: undefined,
  };
}
