import type { SearchBackend, SearchDocument, SearchPage, SearchRequest, SearchSort, Sql } from '@archivolt/plugin-kit';
import { matches, type KnownDocument } from './matches.js';

const CHUNK = 500;
const CREATED: SearchSort = { field: 'createdAt', order: 'asc' };
const COLUMNS: Record<SearchSort['field'], string> = {
  createdAt: 'd.created_at',
  documentDate: 'd.document_date',
  name: 'd.name_sort_key',
  updatedAt: 'd.updated_at',
};

/** Looks at every document of the organization, to show what the contract asks. Put your index in its place. */
export class TemplateSearch implements SearchBackend {
  readonly capabilities = { transactional: true };

  constructor(private readonly sql: Sql) {}

  async index(documents: readonly SearchDocument[], sql: Sql): Promise<void> {
    for (const { id, name, content } of documents)
      await sql.query(
        `insert into search_template values ($1, $2, $3)
         on conflict (document_id) do update set name = excluded.name, content = excluded.content`,
        [id, storable(name), storable(content)],
      );
  }

  async remove(documentIds: readonly string[], sql: Sql): Promise<void> {
    await sql.query('delete from search_template where document_id = any($1)', [documentIds]);
  }

  async search(
    request: SearchRequest & { sort: SearchSort; pageIndex: number; pageSize: number },
    signal?: AbortSignal,
  ): Promise<SearchPage> {
    signal?.throwIfAborted();
    const ids = await this.#matches(request, request.sort);
    signal?.throwIfAborted();
    const start = request.pageIndex * request.pageSize;
    return { ids: ids.slice(start, start + request.pageSize), count: ids.length };
  }

  async *matchIds(request: SearchRequest): AsyncIterable<string[]> {
    const ids = await this.#matches(request, CREATED);
    for (let start = 0; start < ids.length; start += CHUNK) yield ids.slice(start, start + CHUNK);
  }

  async #matches({ organizationId, tree }: SearchRequest, { field, order }: SearchSort): Promise<string[]> {
    const missing = order === 'asc' ? 'nulls first' : 'nulls last';
    const documents = await this.sql.query<KnownDocument>(
      `select d.id, d.created_at as "createdAt", d.document_date as "documentDate", s.name, s.content,
         array(select tag_id from document_tag where document_id = d.id) as "tagIds"
       from document d join search_template s on s.document_id = d.id
       where d.organization_id = $1 and d.deleted_at is null
       order by ${COLUMNS[field]} ${order} ${missing}, d.created_at ${order}, d.id ${order}`,
      [organizationId],
    );
    return documents.filter((document) => matches(document, tree)).map(({ id }) => id);
  }
}

/** PostgreSQL keeps neither NUL nor halves of characters. */
function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed();
}
