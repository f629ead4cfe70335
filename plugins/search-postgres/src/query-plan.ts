import { foldedNeedle, type SearchTree } from '@archivolt/plugin-kit';
import { BoundValues, documentCondition } from '@archivolt/search-sql';
import type { Lexemes } from './lexemes.js';
import {
  all,
  any,
  cleanWords,
  exactQuery,
  leafQuery,
  matchesEmptyDocument,
  writeTextQuery,
  type TextLeaf,
  type TextQuery,
} from './text-query.js';

/**
 * How a tree is answered. Conditions speak of `s`, a row of `search_postgres_document`, and `d`, an active document of the
 * organization.
 */
export interface QueryPlan {
  organizationId: string;
  /** What the placeholders of the conditions stand for. */
  values: readonly unknown[];
  /** Conditions on `s`; none when the words do not lead the query, and then only `d` is read. */
  onText: string[];
  /** Conditions on `d`. */
  onDocument: string[];
  /** The words are answered first, by themselves: PostgreSQL cannot estimate how many documents the rest leaves. */
  wordsFirst: boolean;
  /** Texts are looked into, or sets of documents made on the way: not to be done twice. */
  isCostly: boolean;
}

/** `values` has what other conditions of the same statement are bound to. */
export function planQuery(
  tree: SearchTree,
  organizationId: string,
  lexemes: Lexemes,
  values = new BoundValues(),
): QueryPlan {
  const planner = new Planner(lexemes, values);
  const conditions = planner.plan(tree.kind === 'and' ? tree.children : [tree]);
  return { organizationId, values: planner.values.list, ...conditions };
}

/**
 * The columns of a value depend on each other: PostgreSQL takes numbers of one property for far fewer than they are, and
 * then tests the vectors of nearly all documents one by one.
 */
function asksForProperty(tree: SearchTree): boolean {
  if (tree.kind === 'and' || tree.kind === 'or') return tree.children.some(asksForProperty);
  return tree.kind === 'not' ? asksForProperty(tree.child) : tree.kind === 'property' || tree.kind === 'hasProperty';
}

class Planner {
  private isCostly = false;

  constructor(
    private readonly lexemes: Lexemes,
    readonly values: BoundValues,
  ) {}

  plan(conjuncts: readonly SearchTree[]): Omit<QueryPlan, 'organizationId' | 'values'> {
    const leading: TextQuery[] = [];
    const phrases: TextLeaf[] = [];
    const excluding: SearchTree[] = [];
    const others: SearchTree[] = [];
    for (const conjunct of conjuncts) {
      if (conjunct.kind === 'all') continue;
      const exact = exactQuery(conjunct, this.lexemes);
      const leaf = conjunct.kind === 'text' && exact === undefined ? leafQuery(conjunct, this.lexemes) : undefined;
      if (exact !== undefined && matchesEmptyDocument(exact)) excluding.push(conjunct);
      else if (exact !== undefined) leading.push(exact);
      else if (conjunct.kind === 'text' && leaf !== undefined) {
        leading.push(leaf.query);
        phrases.push(conjunct);
      } else others.push(conjunct);
    }
    // Words to exclude join the leading ones; alone they lead only when nothing else does.
    const excluded = excluding.flatMap((tree) => exactQuery(tree, this.lexemes) ?? []);
    if (leading.length > 0 || others.length === 0) leading.push(...excluded);
    else others.push(...excluding);
    const onText = leading.length === 0 ? [] : [this.matches('s', all(leading))];
    if (phrases.length > 0) onText.push(this.contains('s', phrases, 'and'));
    const wordsFirst = onText.length > 0 && others.some(asksForProperty);
    const onDocument = others.map((tree) => this.condition(tree));
    return { onText, onDocument, wordsFirst, isCostly: this.isCostly };
  }

  private matches(alias: string, query: TextQuery): string {
    return `${alias}.terms @@ ${this.values.bind(writeTextQuery(query, this.lexemes))}::tsquery`;
  }

  /**
   * A scalar subquery on purpose: PostgreSQL then looks into the text of candidates only. It fetches and unpacks a text
   * for every function that is given the column, so for several phrases a copy is made first.
   */
  private contains(alias: string, leaves: readonly TextLeaf[], join: 'and' | 'or'): string {
    this.isCostly = true;
    const found = leaves.map((leaf) => {
      const needle = this.values.bind(foldedNeedle(cleanWords(leaf)));
      return `(${leaf.fields.map((field) => `strpos(t.${field}, ${needle}) > 0`).join(' or ')})`;
    });
    const row = `from search_postgres_text t where t.id = ${alias}.id`;
    const copy = `select t.content || '' as content, t.name, t.notes ${row} offset 0`;
    const source = leaves.length > 1 ? `from (${copy}) t` : row;
    return `coalesce((select ${found.join(` ${join} `)} ${source}), false)`;
  }

  private condition(tree: SearchTree): string {
    switch (tree.kind) {
      case 'and':
      case 'or':
        return this.group(tree.kind, tree.children);
      case 'not':
        return `not (${this.condition(tree.child)})`;
      case 'ending':
      case 'language': {
        const query = exactQuery(tree, this.lexemes);
        return query === undefined ? 'false' : this.isAmong(this.matches('m', query), undefined);
      }
      case 'text': {
        const leaf = leafQuery(tree, this.lexemes);
        if (leaf === undefined) return 'false';
        return this.isAmong(this.matches('m', leaf.query), leaf.exact ? undefined : this.contains('m', [tree], 'or'));
      }
      default:
        return documentCondition(tree, this.values);
    }
  }

  private group(kind: 'and' | 'or', children: readonly SearchTree[]): string {
    const queries: TextQuery[] = [];
    const phrases: { leaf: TextLeaf; query: TextQuery }[] = [];
    const conditions: string[] = [];
    for (const child of children) {
      const exact = exactQuery(child, this.lexemes);
      const leaf = child.kind === 'text' && exact === undefined ? leafQuery(child, this.lexemes) : undefined;
      if (exact !== undefined && !matchesEmptyDocument(exact)) queries.push(exact);
      else if (child.kind === 'text' && leaf !== undefined) phrases.push({ leaf: child, query: leaf.query });
      else conditions.push(this.condition(child));
    }
    if (phrases.length > 0) {
      const candidates = phrases.map(({ query }) => query);
      const matches = this.matches('m', kind === 'and' ? all(candidates) : any(candidates));
      const leaves = phrases.map(({ leaf }) => leaf);
      conditions.push(this.isAmong(matches, this.contains('m', leaves, kind)));
    }
    if (queries.length > 0) {
      conditions.push(this.isAmong(this.matches('m', kind === 'and' ? all(queries) : any(queries)), undefined));
    }
    if (conditions.length === 0) return kind === 'and' ? 'true' : 'false';
    return `(${conditions.join(` ${kind} `)})`;
  }

  private isAmong(matches: string, contains: string | undefined): string {
    this.isCostly = true;
    const where = contains === undefined ? matches : `${matches} and ${contains}`;
    return `d.sequence in (select m.id from search_postgres_document m where ${where})`;
  }
}
