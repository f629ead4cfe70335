import { Injectable } from '@nestjs/common';
import { foldWords } from '@archivolt/plugin-kit';
import { DocumentsService } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import {
  FILTER_NAMES,
  parseQuery,
  printQuery,
  propertyKey,
  type QueryFilter,
  type QueryNode,
  type QueryText,
} from '#capabilities/query';
import { QueryNames, type Names } from '../suggestions/query-names.js';
import { NearWords } from './near-words.js';
import { nearest } from './nearest.js';
import { anyOf, findSplit, splitsOf, type Parts } from './split-words.js';

type Leaf = QueryFilter | QueryText;

/** Words and filters of a query that are looked at: up to five searches for each. */
const MOST_WORDS = 4;
/** Words of names that a word is compared with, each time with all of them. */
const MOST_NAME_WORDS = 5_000;

const TEXT_FIELDS: ReadonlySet<string> = new Set(['name', 'content', 'notes']);

/** A similar query, and how many documents it finds. */
export interface Correction {
  query: string;
  count: number;
}

const YEAR = /^(?:19|20)\d\d$/;

/** So few documents may have the same mistake. */
const FEW = 2;
/** How many times as many a correction of a query that finds a few must find. */
const MANY_TIMES = 5;

/** Corrects a query that finds nothing, or only few documents. */
@Injectable()
export class DidYouMean {
  constructor(
    private readonly documents: DocumentsService,
    private readonly names: QueryNames,
    private readonly nearWords: NearWords,
  ) {}

  /** Returns a similar query that finds more; `null` when the query itself finds enough, or when none is known. */
  async of(ctx: OrganizationContext, query: string, signal: AbortSignal): Promise<Correction | null> {
    const { tree } = parseQuery(query);
    if (tree === undefined) return null;
    const found = await this.documents.count(ctx, query, signal);
    if (found > FEW) return null;
    const names = await this.names.of(ctx);
    const corrections = new Map<Leaf, QueryNode>();
    for (const leaf of firstLeaves(tree)) {
      const corrected = await this.#correct({ ctx, names, enough: found === 0 ? 0 : FEW, signal }, leaf);
      if (corrected) corrections.set(leaf, corrected);
    }
    const dated = found === 0 ? yearsAsDates(tree) : new Map<Leaf, QueryNode>();
    for (const attempt of attemptsOf(corrections, dated)) {
      const corrected = printQuery(replaced(tree, attempt));
      const count = await this.documents.count(ctx, corrected, signal);
      if (count > MANY_TIMES * found) return { query: corrected, count };
    }
    return found === 0 ? this.#splitWord(ctx, tree, signal) : null;
  }

  /** The query with a word in two parts: `bescheid` and `steuer` for `steuerbescheid`. */
  async #splitWord(ctx: OrganizationContext, tree: QueryNode, signal: AbortSignal): Promise<Correction | null> {
    for (const leaf of firstLeaves(tree)) {
      if (leaf.kind !== 'text') continue;
      const withSplits = (splits: readonly Parts[]): string =>
        printQuery(replaced(tree, new Map([[leaf, anyOf(splits, leaf)]])));
      const count = (splits: readonly Parts[]): Promise<number> =>
        this.documents.count(ctx, withSplits(splits), signal);
      const found = await findSplit(splitsOf(leaf.text), async (splits) => (await count(splits)) > 0);
      if (found !== undefined) return { query: withSplits([found]), count: await count([found]) };
    }
    return null;
  }

  async #correct(search: CorrectionSearch, leaf: Leaf): Promise<Leaf | undefined> {
    const { names } = search;
    if (leaf.kind === 'text') {
      const text = await this.#correctText(search, leaf.text, leaf);
      return text === undefined ? undefined : { ...leaf, text };
    }
    const field = correctedField(leaf.field, names);
    if (field !== undefined) {
      const value = correctedName({ ...leaf, field }, names);
      return { ...leaf, field, ...(value !== undefined && { value }) };
    }
    const value = TEXT_FIELDS.has(leaf.field)
      ? await this.#correctText(search, leaf.value, leaf)
      : correctedName(leaf, names);
    return value === undefined ? undefined : { ...leaf, value };
  }

  /** Replaces each word that no document has, or not enough of them. */
  async #correctText(
    { ctx, names, enough, signal }: CorrectionSearch,
    text: string,
    leaf: Leaf,
  ): Promise<string | undefined> {
    const corrections = new Map<string, string>();
    for (const word of new Set(wordsIn(text))) {
      const alone: Leaf = leaf.kind === 'text' ? { ...leaf, text: word } : { ...leaf, value: word };
      if ((await this.documents.count(ctx, printQuery(alone), signal)) > enough) continue;
      const near = (await this.nearWords.of(ctx, word, signal)) ?? nearest(word, wordsOf(names));
      if (near !== undefined) corrections.set(word, near);
    }
    if (corrections.size === 0) return undefined;
    return text.replace(/\S+/gu, (word) => corrections.get(word) ?? word);
  }
}

/** What is tried, one after the other: everything at once first. */
function attemptsOf(
  corrections: ReadonlyMap<Leaf, QueryNode>,
  dated: ReadonlyMap<Leaf, QueryNode>,
): ReadonlyMap<Leaf, QueryNode>[] {
  const each = corrections.size > 1 ? [...corrections].map((one) => new Map([one])) : [];
  const both = dated.size > 0 && corrections.size > 0 ? [new Map([...dated, ...corrections])] : [];
  return [corrections, dated, ...both, ...each].filter(({ size }) => size > 0);
}

/** A year that no document has together with the other words may be that of its date: `laptop date:2020`. */
function yearsAsDates(tree: QueryNode): Map<Leaf, QueryNode> {
  const years = [...leavesOf(tree)].filter((leaf) => leaf.kind === 'text' && !leaf.quoted && YEAR.test(leaf.text));
  return new Map(years.map((leaf) => [leaf, dateFilter(leaf)]));
}

function dateFilter(leaf: Leaf): QueryFilter {
  const { from, to } = leaf;
  const value = searchedText(leaf);
  return { kind: 'filter', field: 'date', operator: '=', value, quoted: false, from, to, valueFrom: from };
}

interface CorrectionSearch {
  ctx: OrganizationContext;
  names: Names;
  /** A word that more documents have is right. */
  enough: number;
  signal: AbortSignal;
}

/** The first words and filters of a query, as many as are looked at. */
function firstLeaves(tree: QueryNode): Leaf[] {
  let words = 0;
  return [...leavesOf(tree)].filter((leaf) => {
    if (isMeantAsItIs(leaf)) return false;
    const more = Math.max(1, wordsIn(searchedText(leaf)).length);
    if (words + more > MOST_WORDS) return false;
    words += more;
    return true;
  });
}

/** In quotes. */
function isMeantAsItIs(leaf: Leaf): boolean {
  return leaf.quoted && (leaf.kind === 'text' || TEXT_FIELDS.has(leaf.field));
}

/** Returns the text that is searched for; other values are compared with names, without a search. */
function searchedText(leaf: Leaf): string {
  if (leaf.kind === 'text') return leaf.text;
  return TEXT_FIELDS.has(leaf.field) ? leaf.value : '';
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/u).filter((word) => foldWords(word).length === 1);
}

function* leavesOf(node: QueryNode): Iterable<Leaf> {
  if (node.kind === 'text' || node.kind === 'filter') yield node;
  else if (node.kind !== 'not') for (const child of node.children) yield* leavesOf(child);
}

function replaced(node: QueryNode, corrections: ReadonlyMap<QueryNode, QueryNode>): QueryNode {
  if (node.kind === 'and' || node.kind === 'or')
    return { ...node, children: node.children.flatMap((child) => withoutGroup(node, replaced(child, corrections))) };
  return corrections.get(node) ?? node;
}

function withoutGroup({ kind }: QueryNode, child: QueryNode): QueryNode[] {
  return kind === 'and' && child.kind === 'and' ? child.children : [child];
}

/** Corrects a field that is neither a filter nor a property. */
function correctedField(field: string, { properties }: Names): string | undefined {
  const keys = properties.map(({ key }) => key);
  if (FILTER_NAMES.includes(field) || keys.includes(propertyKey(field))) return undefined;
  return nearest(field, [...FILTER_NAMES, ...keys]);
}

/** A tag, option, property or member, by its name. */
function correctedName({ field, value }: QueryFilter, { tags, properties, members }: Names): string | undefined {
  if (field === 'tag')
    return nearest(
      value,
      tags.map(({ name }) => name),
    );
  if (field === 'has') return nearest(value, ['tags', 'date', 'notes', ...properties.map(({ key }) => key)]);
  const property = properties.find(({ key }) => key === propertyKey(field));
  if (property?.type === 'user_relation')
    return nearest(
      value,
      members.flatMap(({ name, email }) => [name, email]),
    );
  return nearest(
    value,
    (property?.options ?? []).map(({ name }) => name),
  );
}

function wordsOf({ tags, properties }: Names): string[] {
  const options = properties.flatMap((property) => property.options).slice(0, MOST_NAME_WORDS);
  const words = new Set([...tags, ...properties, ...options].flatMap(({ name }) => name.split(/\s+/u)));
  return [...words].slice(0, MOST_NAME_WORDS);
}
