import type { Sql } from '@archivolt/plugin-kit';

/** A table, index, function or the like in the database. */
export interface SchemaObject {
  kind: string;
  schema: string;
  name: string;
  /** For functions, their arguments. */
  args: string;
  /** Changes when the columns of a table do. */
  columns: string;
}

/** PostgreSQL removes these with the table that they belong to. */
const DEPENDENT = new Set(['index', 'trigger']);

/** Every object outside the schemas of PostgreSQL itself. Types of tables and arrays are left out. */
const ALL = `
  with named as (
    select case c.relkind when 'i' then 'index' when 'I' then 'index' when 'S' then 'sequence' when 'v' then 'view'
                          when 'm' then 'materialized view' when 'c' then 'type' else 'table' end as kind,
           c.relnamespace as namespace, c.relname as name, '' as args,
           case when c.relkind in ('r', 'p', 'v', 'm', 'f') then (
             select string_agg(concat_ws(':', a.attname, a.atttypid, a.atttypmod, a.attnotnull), ',' order by a.attnum)
             from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) else '' end as columns
    from pg_class c where c.relpersistence <> 't' and c.relkind <> 't'
    union all
    select case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end, p.pronamespace,
           p.proname, pg_get_function_identity_arguments(p.oid), '' from pg_proc p
    union all
    select case t.typtype when 'd' then 'domain' else 'type' end, t.typnamespace, t.typname, '', ''
    from pg_type t where t.typtype in ('d', 'e', 'r')
    union all
    select 'trigger', c.relnamespace, g.tgname, c.relname, '' from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal
  )
  select kind, n.nspname as schema, name, args, coalesce(columns, '') as columns from named
  join pg_namespace n on n.oid = namespace
  where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'job')
  union all
  select 'schema', '', nspname, '', '' from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  union all
  select 'extension', '', extname, '', '' from pg_extension
  order by 1, 2, 3, 4`;

/** The beginning of the names of everything that a plugin creates: `subscriber_chat_`. */
export function schemaPrefix(pluginId: string): string {
  return `${pluginId.replaceAll('-', '_')}_`;
}

/** True for `subscriber_chat` and for every name that begins with `subscriber_chat_`. */
export function isNamedAfter(pluginId: string, name: string): boolean {
  return name.startsWith(schemaPrefix(pluginId)) || `${name}_` === schemaPrefix(pluginId);
}

export async function schemaObjects(sql: Pick<Sql, 'query'>): Promise<SchemaObject[]> {
  return sql.query<SchemaObject>(ALL);
}

/**
 * Returns what has the names of a plugin. The tables of `search-a-b` begin with the prefix of `search-a`, too, so what has
 * the prefix of another of `plugins` with a longer id is left out.
 */
export async function objectsOf(
  sql: Pick<Sql, 'query'>,
  id: string,
  plugins: readonly string[],
): Promise<SchemaObject[]> {
  const others = plugins.filter((other) => other.startsWith(`${id}-`));
  return (await schemaObjects(sql)).filter(
    ({ schema, name }) => schema !== '' && isNamedAfter(id, name) && !others.some((other) => isNamedAfter(other, name)),
  );
}

/** Returns what a migration has done outside the names of its plugin, as the rest of `the migration …`. */
export function foreignChanges(
  before: readonly SchemaObject[],
  after: readonly SchemaObject[],
  isOwn: (object: SchemaObject) => boolean,
): string[] {
  const old = new Map(before.map((object) => [keyOf(object), object]));
  const now = new Map(after.map((object) => [keyOf(object), object]));
  const created = after.filter((object) => !old.has(keyOf(object)) && !isOwn(object));
  const removed = before.filter((object) => !now.has(keyOf(object)) && !isOwn(object));
  const changed = after.filter((object) => {
    const earlier = old.get(keyOf(object));
    return earlier !== undefined && earlier.columns !== object.columns && !isOwn(object);
  });
  const sentences = [
    ...created.map(({ kind, name }) => `creates the ${kind} "${name}"`),
    ...changed.map(({ kind, name }) => `changes the ${kind} "${name}"`),
    ...removed.map(({ kind, name }) => `removes the ${kind} "${name}"`),
  ];
  // What belongs to a table says less than the table.
  const isTable = (sentence: string): boolean => sentence.includes(' the table ');
  return [...sentences.filter(isTable), ...sentences.filter((sentence) => !isTable(sentence))];
}

/** Drops objects with what depends on them: tables first, because the sequences of their columns go with them. */
export async function dropObjects(sql: Pick<Sql, 'query'>, objects: readonly SchemaObject[]): Promise<void> {
  const independent = objects.filter(({ kind }) => !DEPENDENT.has(kind));
  const inOrder = [
    ...independent.filter(({ kind }) => kind === 'table'),
    ...independent.filter(({ kind }) => kind !== 'table'),
  ];
  for (const { kind, schema, name, args } of inOrder) {
    const withArguments = ['function', 'procedure', 'aggregate'].includes(kind) ? `(${args})` : '';
    await sql.query(`drop ${kind} if exists ${quoted(schema)}.${quoted(name)}${withArguments} cascade`);
  }
}

function keyOf({ kind, schema, name, args }: SchemaObject): string {
  return [kind, schema, name, args].join('\0');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
