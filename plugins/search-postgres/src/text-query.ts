import {
  foldWords,
  isSearchableEnding,
  languageTerm,
  queryTerms,
  type RankedMark,
  type SearchField,
  type SearchTree,
} from '@archivolt/plugin-kit';
import { termOfMark, termsOfEnding } from '@archivolt/search-sql';
import type { Lexemes } from './lexemes.js';

/** A boolean expression over lexemes, as PostgreSQL's `tsquery`. */
export type TextQuery =
  | { kind: 'lexeme'; lexeme: string; prefix: boolean }
  | { kind: 'and' | 'or'; parts: TextQuery[] }
  | { kind: 'not'; part: TextQuery };

export type TextLeaf = Extract<SearchTree, { kind: 'text' }>;

export interface LeafQuery {
  query: TextQuery;
  /** False: the query gives candidates, and the words must be looked for in their text. */
  exact: boolean;
}

/** A long run of Chinese is verified in the text anyway, so a part of its pairs is enough to find candidates. */
const MAX_TERMS_OF_PHRASE = 48;

/** Words as `foldWords` gives them, whatever was passed. */
export function cleanWords(leaf: TextLeaf): string[] {
  return leaf.words.flatMap((word) => foldWords(word));
}

/** `undefined` when the leaf can match nothing. */
export function leafQuery(leaf: TextLeaf, lexemes: Lexemes): LeafQuery | undefined {
  const words = cleanWords(leaf);
  if (words.length === 0 || leaf.fields.length === 0) return undefined;
  const { whole, prefix, exact } = queryTerms(words);
  const terms = whole.slice(0, MAX_TERMS_OF_PHRASE);
  const inField = (field: SearchField): TextQuery => {
    const parts = terms.map((term) => lexeme(lexemes.of(field, term), false));
    if (prefix !== undefined) parts.push(lexeme(lexemes.of(field, prefix), true));
    return all(parts);
  };
  return { query: any(leaf.fields.map(inField)), exact };
}

function endingQuery(
  { ending, fields }: Extract<SearchTree, { kind: 'ending' }>,
  lexemes: Lexemes,
): TextQuery | undefined {
  if (fields.length === 0 || !isSearchableEnding(ending)) return undefined;
  const terms = termsOfEnding(ending);
  return any(fields.flatMap((field) => terms.map(({ term, isPrefix }) => lexeme(lexemes.of(field, term), isPrefix))));
}

/** The documents with all of these marks. */
export function marksQuery(marks: readonly RankedMark[], lexemes: Lexemes): TextQuery {
  return all(
    marks.map((mark) => {
      const { field, term, isPrefix } = termOfMark(mark);
      return lexeme(lexemes.of(field, term), isPrefix);
    }),
  );
}

/** The tree as one exact query, or `undefined` when it has a leaf that lexemes alone cannot answer. */
export function exactQuery(tree: SearchTree, lexemes: Lexemes): TextQuery | undefined {
  switch (tree.kind) {
    case 'text': {
      const leaf = leafQuery(tree, lexemes);
      return leaf?.exact === true ? leaf.query : undefined;
    }
    case 'language': {
      const terms = tree.languages.map((language) => lexeme(lexemes.of('content', languageTerm(language)), false));
      return terms.length === 0 ? undefined : any(terms);
    }
    case 'ending':
      return endingQuery(tree, lexemes);
    case 'not': {
      const part = exactQuery(tree.child, lexemes);
      return part && { kind: 'not', part };
    }
    case 'and':
    case 'or': {
      const parts = tree.children.map((child) => exactQuery(child, lexemes));
      if (parts.length === 0 || !parts.every((part) => part !== undefined)) return undefined;
      return tree.kind === 'and' ? all(parts) : any(parts);
    }
    default:
      return undefined;
  }
}

function lexeme(text: string, prefix: boolean): TextQuery {
  return { kind: 'lexeme', lexeme: text, prefix };
}

export function all(parts: TextQuery[]): TextQuery {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'and', parts };
}

export function any(parts: TextQuery[]): TextQuery {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'or', parts };
}

/** Whether a document without any word would match: such a query is not bound to an organization by itself. */
export function matchesEmptyDocument(query: TextQuery): boolean {
  switch (query.kind) {
    case 'lexeme':
      return false;
    case 'not':
      return !matchesEmptyDocument(query.part);
    case 'and':
      return query.parts.every(matchesEmptyDocument);
    case 'or':
      return query.parts.some(matchesEmptyDocument);
  }
}

/** The query in the text form of `tsquery`, bound to documents of the organization. */
export function writeTextQuery(query: TextQuery, lexemes: Lexemes): string {
  return write(matchesEmptyDocument(query) ? all([lexeme(lexemes.any, false), query]) : query);
}

function write(query: TextQuery): string {
  switch (query.kind) {
    case 'lexeme':
      return `'${query.lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${query.prefix ? ':*' : ''}`;
    case 'not':
      return `!(${write(query.part)})`;
    case 'and':
      return `(${query.parts.map(write).join(' & ')})`;
    case 'or':
      return `(${query.parts.map(write).join(' | ')})`;
  }
}
