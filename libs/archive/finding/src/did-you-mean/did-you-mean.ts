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

type Leaf = QueryFilter | QueryText;

/** Words and filters of a query that are looked at: up to four searches for each. */
const MOST_WORDS = 4;
/** Words of names that a word is compared with, each time with all of them. */
const MOST_NAME_WORDS = 5_000;

const TEXT_FIELDS: ReadonlySet<string> = new Set(['name', 'content', 'notes']);

/** Corrects a query that finds nothing. */
@Injectable()
export class DidYouMean {
  constructor(
    private readonly documents: DocumentsService,
    private readonly names: QueryNames,
    private readonly nearWords: NearWords,
  ) {}

  /** Returns a similar query that finds something; `null` when the query itself does, or when none is known. */
  async of(ctx: OrganizationContext, query: string, signal: AbortSignal): Promise<string | null> {
    const { tree } = parseQuery(query);
    if (tree === undefined || (await this.#finds(ctx, query, signal))) return null;
    const names = await this.names.of(ctx);
    const corrections = new Map<Leaf, QueryNode>();
    for (const leaf of firstLeaves(tree)) {
      const corrected = await this.#correct(ctx, leaf, names, signal);
      if (corrected) corrections.set(leaf, corrected);
    }
    if (corrections.size === 0) return null;
    const attempts = [
      new Map(corrections),
      ...(corrections.size > 1 ? [...corrections].map((one) => new Map([one])) : []),
    ];
    for (const attempt of attempts) {
      const corrected = printQuery(replaced(tree, attempt));
      if (await this.#finds(ctx, corrected, signal)) return corrected;
    }
    return null;
  }

  async #finds(ctx: OrganizationContext, searchQuery: string, signal: AbortSignal): Promise<boolean> {
    return (await this.documents.count(ctx, searchQuery, signal)) > 0;
  }

  async #correct(ctx: OrganizationContext, leaf: Leaf, names: Names, signal: AbortSignal): Promise<Leaf | undefined> {
    if (leaf.kind === 'text') {
      const text = await this.#correctText(ctx, leaf.text, leaf, names, signal);
      return text === undefined ? undefined : { ...leaf, text };
    }
    const field = correctedField(leaf.field, names);
    if (field !== undefined) {
      const value = correctedName({ ...leaf, field }, names);
      return { ...leaf, field, ...(value !== undefined && { value }) };
    }
    const value = TEXT_FIELDS.has(leaf.field)
      ? await this.#correctText(ctx, leaf.value, leaf, names, signal)
      : correctedName(leaf, names);
    return value === undefined ? undefined : { ...leaf, value };
  }

  /** Replaces each word that no document has, in the text of a leaf that finds nothing by itself. */
  async #correctText(
    ctx: OrganizationContext,
    text: string,
    leaf: Leaf,
    names: Names,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const corrections = new Map<string, string>();
    for (const word of new Set(wordsIn(text))) {
      const alone: Leaf = leaf.kind === 'text' ? { ...leaf, text: word } : { ...leaf, value: word };
      if (await this.#finds(ctx, printQuery(alone), signal)) continue;
      const near = (await this.nearWords.of(ctx, word, signal)) ?? nearest(word, wordsOf(names));
      if (near !== undefined) corrections.set(word, near);
    }
    if (corrections.size === 0) return undefined;
    return text.replace(/\S+/gu, (word) => corrections.get(word) ?? word);
  }
}

/** The first words and filters of a query, as many as are looked at. */
function firstLeaves(tree: QueryNode): Leaf[] {
  let words = 0;
  return [...leavesOf(tree)].filter((leaf) => {
    const more = Math.max(1, wordsIn(searchedText(leaf)).length);
    if (words + more > MOST_WORDS) return false;
    words += more;
    return true;
  });
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
    return { ...node, children: node.children.map((child) => replaced(child, corrections)) };
  return corrections.get(node) ?? node;
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
  if (field === 'has') return nearest(value, ['tags', 'date', ...properties.map(({ key }) => key)]);
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
