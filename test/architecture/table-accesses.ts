import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A place in the code that reads or writes a table. */
export interface TableAccess {
  /** Relative to the repository. */
  file: string;
  line: number;
  table: string;
}

const TESTS = /[.-]spec\.ts$/;
/** Migrations may touch tables of any feature: they run in one order, before everything else. */
const MIGRATIONS = /\/migrations(\/|\.ts$)/;

/** Product code that may hold SQL. */
export function sourceFiles(): string[] {
  return globSync(['libs/*/*/src/**/*.ts', 'apps/*/src/**/*.ts', 'plugins/{_search-sql,search-*}/src/**/*.ts'])
    .filter((file) => !TESTS.test(file) && !MIGRATIONS.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/** The folder that owns the table, by table: the library whose `*.entity.ts` or `*.schema.ts` defines it, or the plugin. */
export function tableOwners(): Map<string, string> {
  const definitions = globSync('libs/*/*/src/**/*.{entity,schema}.ts').sort();
  const owned = [
    ...definitions.flatMap((file) => tablesIn(file, /\btableName: '(\w+)'/g)),
    ...globSync('plugins/search-*/src/migrations.ts').flatMap((file) => [
      ...tablesIn(file, CREATE_TABLE),
      ...tablesIn(file, RENAME_TABLE),
    ]),
  ];
  const owners = new Map<string, string>();
  for (const { table, folder } of owned) {
    if (owners.has(table)) throw new Error(`two definitions of the table ${table}: ${owners.get(table)}, ${folder}`);
    owners.set(table, folder);
  }
  return owners;
}

/** Tables that the migrations of the libraries create. */
export function migratedTables(): string[] {
  const migrations = globSync('libs/*/*/src/migrations/*.ts').sort();
  return migrations.flatMap((file) => tablesIn(file, CREATE_TABLE)).map(({ table }) => table);
}

const CREATE_TABLE = /\bcreate table (?:if not exists )?"?(\w+)"?/g;

const RENAME_TABLE = /\balter table \w+ rename to (\w+)/g;

function tablesIn(file: string, pattern: RegExp): { table: string; folder: string }[] {
  const folder = folderOf(file);
  return Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, table = '']) => ({ table, folder }));
}

/** The room, app or plugin of a file. */
export function folderOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts[0] === 'libs' ? 3 : 2).join('/');
}

/** Every table that a file names in SQL texts and in Kysely statements. */
export function accessesIn(file: string, source = readFileSync(file, 'utf8')): TableAccess[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const accesses: TableAccess[] = [];
  const withNames = new Set<string>();
  const add = (node: ts.Node, tables: readonly string[]) => {
    const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    accesses.push(...tables.map((table) => ({ file, line, table })));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      add(node, tablesOfKysely(node));
      const name = withNameOf(node);
      if (name !== undefined) withNames.add(name);
    }
    const text = textOf(node);
    if (text !== undefined && isSql(text)) {
      for (const [, name = ''] of text.matchAll(WITH_QUERY)) withNames.add(name);
      add(node, tablesOfSql(text));
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return accesses.filter(({ table }) => !withNames.has(table));
}

const KYSELY =
  /^(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|from|(?:inner|left|right|full|cross)Join)$/;

function tablesOfKysely({ expression, arguments: [first] }: ts.CallExpression): string[] {
  if (!ts.isPropertyAccessExpression(expression) || !KYSELY.test(expression.name.text) || !first) return [];
  // `Array.from`, `Buffer.from`
  if (ts.isIdentifier(expression.expression) && /^[A-Z]/.test(expression.expression.text)) return [];
  const named = ts.isArrayLiteralExpression(first) ? [...first.elements] : [first];
  // `organization as o`; everything else is a subquery.
  return named.flatMap((node) => (ts.isStringLiteral(node) ? (/^(\w+)(?: as \w+)?$/.exec(node.text)?.[1] ?? []) : []));
}

/** The name of a `with` query. */
function withNameOf({ expression, arguments: [first] }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'with') return undefined;
  return first && ts.isStringLiteral(first) ? first.text : undefined;
}

/** The text of a string or template; `${…}` becomes a sign that no table has in its name. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `$…${literal.text}`).join('');
}

const TABLE = /\b(?:from|join|into|update|truncate|table)\s+(?:only\s+)?"?([a-z_]+)"?(?![\w(.])/g;
/** Also at the beginning of a text, or after `${…}`: a statement may be put together from several texts. */
const WITH_QUERY = /(?:^|\bwith(?: recursive)?\s|,|…)\s*(\w+)(?: \([^()]*\))? as (?:(?:not )?materialized )?\(/g;
/** Words that follow `from` or `update` in SQL and are no tables. */
const NO_TABLE = new Set(['set', 'of', 'skip', 'nowait', 'limit', 'lateral', 'xact_start']);

/** True for statements and parts of them. All SQL here is in lower case; sentences begin with a capital letter. */
function isSql(text: string): boolean {
  return (
    /\b(?:select|insert into|delete from|truncate)\b/.test(text) ||
    /^\s*(?:from|join|left join|update)\s/.test(text) ||
    (text.includes('update ') && /\bset\b/.test(text))
  );
}

function tablesOfSql(text: string): string[] {
  return Array.from(text.matchAll(TABLE), ([, table = '']) => table).filter(
    (table) => !NO_TABLE.has(table) && !table.startsWith('pg_'),
  );
}
