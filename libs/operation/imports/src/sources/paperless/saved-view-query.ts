import { isBuiltInFilter, printQuery, propertyKey, type QueryNode, type QueryOperator } from '#capabilities/query';
import type { CustomField } from './custom-fields.js';
import type { ExportTables, SavedView } from './export-tables.js';
import { refOf } from '../untrusted-values.js';
import { dayOf } from './manifest-object.js';

const LONGEST_QUERY = 1_024;
const MOST_CONDITIONS = 100;
const PLAIN_WORDS = /^[\p{L}\p{N} ]+$/u;
const NAMES = { correspondent: 'correspondent', type: 'document-type', storagePath: 'Storage path' };
/** An operator of a custom field query, as this language writes it. */
const OPERATORS: Readonly<Record<string, QueryOperator>> = {
  exact: '=',
  ...{ gt: '>', gte: '>=', lt: '<', lte: '<=' },
};

/** Thrown inside for what the language of searches cannot say. */
class Unsaid extends Error {}

/** The filters of a saved view as a query; the reason, when they cannot be said in one. */
export function queryOf({ rules }: SavedView, tables: ExportTables): { query: string } | { reason: string } {
  try {
    if (rules.length > MOST_CONDITIONS) throw new Unsaid('It has too many filters.');
    const grouped = Map.groupBy(rules, ({ type }) => type);
    const nodes = [...grouped].map(([type, same]) =>
      new RuleQuery(tables).node(
        type,
        same.map(({ value }) => value),
      ),
    );
    const query = printQuery(all(nodes));
    if (query.length > LONGEST_QUERY) throw new Unsaid('Its query would be too long.');
    return { query };
  } catch (error) {
    if (error instanceof Unsaid) return { reason: error.message };
    throw error;
  }
}

/** Says one kind of filter; several of the same kind belong together. The numbers are those of the exported views. */
class RuleQuery {
  constructor(private readonly tables: ExportTables) {}

  node(type: number, values: readonly (string | null)[]): QueryNode | undefined {
    const [first = null] = values;
    const { correspondents, documentTypes, storagePaths } = this.tables;
    switch (type) {
      case 0:
      case 48:
        return all(values.map((value) => filter('name', given(value))));
      case 1:
        return all(values.map((value) => filter('content', given(value))));
      case 2:
        return filter('asn', given(first));
      case 3:
      case 26:
        return any(values.map((value) => this.#option(NAMES.correspondent, correspondents, value)));
      case 27:
        return all(values.map((value) => not(this.#option(NAMES.correspondent, correspondents, value))));
      case 4:
      case 28:
        return any(values.map((value) => this.#option(NAMES.type, documentTypes, value)));
      case 29:
        return all(values.map((value) => not(this.#option(NAMES.type, documentTypes, value))));
      case 25:
      case 30:
        return any(values.map((value) => this.#option(NAMES.storagePath, storagePaths, value)));
      case 31:
        return all(values.map((value) => not(this.#option(NAMES.storagePath, storagePaths, value))));
      case 5:
        return ifTrue(first, filter('in', 'inbox'));
      case 6:
        return all(values.map((value) => this.#tag(value)));
      case 22:
        return any(values.map((value) => this.#tag(value)));
      case 17:
        return all(values.map((value) => not(this.#tag(value))));
      case 7:
        return ifTrue(first, filter('has', 'tags'));
      case 19:
      case 49:
        return all(values.map((value) => text(given(value))));
      case 20:
        return all(values.map((value) => words(given(value))));
      case 32:
      case 33:
        return any(values.flatMap(list).map((value) => this.#owner(value)));
      case 35:
        return all(values.flatMap(list).map((value) => not(this.#owner(value))));
      case 38:
        return all(values.map((value) => filter('has', this.#field(value).name)));
      case 39:
        return any(values.map((value) => filter('has', this.#field(value).name)));
      case 40:
        return all(values.map((value) => not(filter('has', this.#field(value).name))));
      case 42:
        return this.#fieldQuery(given(first));
      case 47:
        return any(values.map((value) => filter('type', given(value))));
      default:
        return dateNode(type, first);
    }
  }

  #option(field: string, table: ReadonlyMap<string, string>, value: string | null): QueryNode {
    if (value === null) return not(filter('has', field));
    const name = table.get(value);
    if (name === undefined) throw new Unsaid('It names something that is not in the export.');
    return filter(field, name);
  }

  #tag(value: string | null): QueryNode {
    const tag = this.tables.tags.get(value ?? '');
    if (!tag) throw new Unsaid('It names a tag that is not in the export.');
    return tag.isInbox ? filter('in', 'inbox') : filter('tag', tag.name);
  }

  #owner(value: string): QueryNode {
    const email = this.tables.users.get(value)?.email;
    if (email === undefined) throw new Unsaid('It names a user without an e-mail address.');
    return filter('owner', email);
  }

  #field(value: unknown): CustomField {
    const field = this.tables.customFields.get(refOf(value) ?? '');
    if (!field || isBuiltInFilter(propertyKey(field.name)) || propertyKey(field.name) === '')
      throw new Unsaid('It names a custom field that queries cannot name.');
    return field;
  }

  /** `["AND", [[field, operator, value], …]]`. */
  #fieldQuery(json: string): QueryNode | undefined {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw new Unsaid('Its query of custom fields is not JSON.');
    }
    return this.#condition(value, 0);
  }

  #condition(value: unknown, depth: number): QueryNode | undefined {
    const [head, ...rest] = Array.isArray(value) && depth < 5 ? (value as unknown[]) : [];
    const [children] = rest;
    if ((head === 'AND' || head === 'OR') && Array.isArray(children)) {
      const nodes = children.slice(0, MOST_CONDITIONS + 1).map((child: unknown) => this.#condition(child, depth + 1));
      if (nodes.length > MOST_CONDITIONS) throw new Unsaid('It has too many filters.');
      return head === 'AND' ? all(nodes) : any(nodes);
    }
    const [operator, operand] = rest;
    const field = this.#field(head);
    const has = filter('has', field.name);
    if (operator === 'exists') return operand === false ? not(has) : has;
    if (operator === 'isnull') return operand === false ? has : not(has);
    const written =
      typeof operator === 'string' && Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    const options = field.type === 'select' ? field.options : undefined;
    const shown = options ? options.find(({ ref }) => ref === refOf(operand))?.name : operand;
    const isOrdered = field.type === 'number' || field.type === 'date';
    if (written === undefined || (written !== '=' && !isOrdered) || field.type === 'document_relation')
      throw new Unsaid('It compares a custom field in a way that queries cannot say.');
    if (typeof shown !== 'string' && typeof shown !== 'number' && typeof shown !== 'boolean')
      throw new Unsaid('It compares a custom field in a way that queries cannot say.');
    return filter(field.name, String(shown), written);
  }
}

/** Filters for the date of the document and the moment when it was added. */
function dateNode(type: number, value: string | null): QueryNode {
  const [field, operator]: [string, QueryOperator] | [] =
    ([8, 13].includes(type) && [type === 8 ? 'date' : 'created', '<']) ||
    ([9, 14].includes(type) && [type === 9 ? 'date' : 'created', '>']) ||
    ([43, 45].includes(type) && [type === 43 ? 'date' : 'created', '<=']) ||
    ([44, 46].includes(type) && [type === 44 ? 'date' : 'created', '>=']) ||
    (type === 10 && ['date', '=']) ||
    [];
  const day = type === 10 ? /^\d{4}$/.exec(value ?? '')?.[0] : dayOf(value);
  if (field === undefined || operator === undefined || day === undefined)
    throw new Unsaid(`It has a filter that queries cannot say (${type}).`);
  return filter(field, day, operator);
}

function given(value: string | null): string {
  if (value === null) throw new Unsaid('It has a filter without a value.');
  return value;
}

function list(value: string | null): string[] {
  return given(value).split(',').slice(0, MOST_CONDITIONS);
}

function ifTrue(value: string | null, node: QueryNode): QueryNode {
  return value === 'false' || value === '0' ? not(node) : node;
}

/** Queries of the other program have operators of their own. */
function words(value: string): QueryNode | undefined {
  if (!PLAIN_WORDS.test(value) || /\b(?:AND|OR|NOT)\b/.test(value))
    throw new Unsaid('Its search has operators of the other program.');
  return all(value.trim().split(/ +/).map(text));
}

const RANGE = { from: 0, to: 0 };

function text(value: string): QueryNode {
  return { kind: 'text', ...RANGE, text: value, quoted: /\s/.test(value) };
}

function filter(field: string, value: string, operator: QueryOperator = '='): QueryNode {
  return { kind: 'filter', ...RANGE, field, operator, value, quoted: false, valueFrom: 0 };
}

function not(child: QueryNode): QueryNode {
  return { kind: 'not', ...RANGE, child };
}

function all(nodes: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  return joined('and', nodes);
}

function any(nodes: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  return joined('or', nodes);
}

function joined(kind: 'and' | 'or', nodes: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  const children = nodes.flatMap((node) => (node?.kind === kind ? node.children : (node ?? [])));
  return children.length > 1 ? { kind, ...RANGE, children } : children[0];
}
