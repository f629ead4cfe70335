import { globSync, readFileSync } from 'node:fs';
import type { ApiDescription, Parameter, Schema } from '../support/api-description.js';
import { tableOwners } from './table-accesses.js';

/** Why a table does not grow without end, or why it may. */
export type Bound =
  /** A setting that the room of the table, or `room`, compares with the number of rows. */
  | { setting: string; room?: string }
  /** A constant in the code, `<file>#<name>`. */
  | { constant: string }
  /** Few rows for each row of another table, which has a bound of its own. */
  | { partOf: string; why: string }
  /** Grows with what people keep in the archive; the route that lists it has pages. */
  | { pages: string; why: string }
  /** Each row is removed after a time. */
  | { ends: string }
  /** No request adds rows. */
  | { internal: string };

/** Parameters of a query that bound a response. */
const PAGE_PARAMETERS = ['pageSize', 'limit', 'days'];

/** `GET` routes whose response is a list and that do not bound it by a parameter: name and the lists. */
export function listsWithoutPage(description: ApiDescription): { name: string; lists: string[] }[] {
  return description.operations().flatMap(({ name, operation }) => {
    if (!name.startsWith('GET ') || hasPages(operation.parameters ?? [])) return [];
    const schema = operation.responses['200']?.content?.['application/json']?.schema;
    const lists = schema ? listsOf(description, schema) : [];
    return lists.length > 0 ? [{ name, lists }] : [];
  });
}

/** True when a parameter with a maximum and a default bounds the response. */
function hasPages(parameters: readonly Parameter[]): boolean {
  return parameters.some(({ name, in: place, schema = {} }) => {
    if (place !== 'query' || !PAGE_PARAMETERS.includes(name)) return false;
    return typeof schema['maximum'] === 'number' && typeof schema['default'] === 'number';
  });
}

/** The names of the lists right in a response; lists in its objects are parts of what these are. */
function listsOf(description: ApiDescription, schema: Schema): string[] {
  const { type, properties = {} } = resolved(description, schema);
  if (type === 'array') return ['(the response)'];
  return Object.entries(properties).flatMap(([name, property]) =>
    resolved(description, property)['type'] === 'array' ? [name] : [],
  );
}

function resolved(description: ApiDescription, schema: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  return resolved(description, description.document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {});
}

/** What is wrong with the bounds of these tables: tables without one, and bounds that do not hold. */
export function problemsOfBounds(
  tables: readonly string[],
  bounds: Readonly<Record<string, Bound>>,
  description: ApiDescription,
): string[] {
  const missing = tables.filter((table) => bounds[table] === undefined).map((table) => `${table}: no bound`);
  const wrong = Object.entries(bounds).flatMap(([table, bound]) => {
    if (!tables.includes(table)) return [`${table}: no such table`];
    const problem = problemOf(table, bound, { bounds, description });
    return problem === undefined ? [] : [`${table}: ${problem}`];
  });
  return [...missing, ...wrong];
}

interface Known {
  bounds: Readonly<Record<string, Bound>>;
  description: ApiDescription;
}

function problemOf(table: string, bound: Bound, { bounds, description }: Known): string | undefined {
  if ('setting' in bound) {
    const property = settings().get(bound.setting);
    if (property === undefined) return `no setting ${bound.setting}`;
    const room = bound.room ?? tableOwners().get(table) ?? '';
    return usesProperty(room, property) ? undefined : `${room} does not read ${bound.setting}`;
  }
  if ('constant' in bound) {
    const [file = '', name = ''] = bound.constant.split('#');
    const isThere = globSync(file).length > 0 && new RegExp(`\\bconst ${name} = `).test(readFileSync(file, 'utf8'));
    return isThere ? undefined : `no constant ${bound.constant}`;
  }
  if ('partOf' in bound) return bounds[bound.partOf] ? undefined : `${bound.partOf} has no bound`;
  if ('pages' in bound) {
    const operation = description.operations().find(({ name }) => name === bound.pages)?.operation;
    return operation && hasPages(operation.parameters ?? []) ? undefined : `${bound.pages} has no pages`;
  }
  return undefined;
}

/** The property of the configuration for each setting that is a number. */
function settings(): Map<string, string> {
  const fields = globSync('config/*.config.ts').flatMap((file) => readFileSync(file, 'utf8').split('@Env(').slice(1));
  return new Map(
    fields.flatMap((field) => {
      const name = /^'(\w+)'/.exec(field)?.[1];
      const property = /\b(\w+): number =/.exec(field.split(';', 1)[0] ?? '')?.[1];
      return name && property ? [[name, property] as const] : [];
    }),
  );
}

function usesProperty(room: string, property: string): boolean {
  return globSync(`${room}/src/**/*.ts`).some(
    (file) => !/[.-]spec\.ts$/.test(file) && new RegExp(`\\b${property}\\b`).test(readFileSync(file, 'utf8')),
  );
}
