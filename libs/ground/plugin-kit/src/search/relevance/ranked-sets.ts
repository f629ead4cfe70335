import { characterKind, UNSPACED } from '../character-kinds.js';
import type { RankedForm, RankedTerm, SearchField, SearchTree } from '../search-backend.js';
import { foldWords, indexTerms } from '../words.js';
import type { ContentLength } from './content-marks.js';

/** Something that an index knows of a document. */
export type RankedMark =
  /** The `indexTerms` of the field have this term, not as a prefix. */
  | { kind: 'term'; field: SearchField; term: string }
  /** Among the `contentMarks` of the content is this term, or one that starts so. */
  | { kind: 'prominent' | 'veryProminent'; term: string; isPrefix: boolean }
  /** The length in the `contentMarks` of the content. */
  | { kind: 'length'; length: Exclude<ContentLength, 'long'> };

/** Documents with all of these marks, or documents that satisfy a condition, and how many points that is. */
export type RankedSet = { points: number } & (
  { marks: RankedMark[] } | { condition: Extract<SearchTree, { kind: 'ending' | 'property' | 'tag' | 'text' }> }
);

/** Terms of a query that its order goes by, and forms of each of them. More are left out: points fit into 16 bits. */
const MOST_RANKED_TERMS = 12;
const MOST_FORMS = 10;
/** The weight of the rarest term of a query. */
const MOST_WEIGHT = 64;
/** The weight of the form as it was typed. */
const AS_TYPED = 16;

const IN_NAME = 30;
const IN_NAME_AS_PREFIX = 22;
const IN_LABELS = 20;
const IN_NOTES = 14;
const VERY_PROMINENT = 14;
const PROMINENT = 11;
const IN_SHORT_CONTENT = 10;
const PROMINENT_AS_PREFIX = 8;
const IN_CONTENT = 7;
const IN_LONG_CONTENT = 5;
const ANYWHERE = 3;

/** Letters from which on the prominent terms that start so are few enough to be looked up. */
const LEAST_PROMINENT_PREFIX = 4;

/** The terms that the order goes by. */
export function rankedTermsOf(terms: readonly RankedTerm[]): RankedTerm[] {
  return terms
    .map(({ forms, ...term }) => ({ ...term, forms: forms.slice(0, MOST_FORMS).flatMap(usable) }))
    .filter(({ forms, fields }) => forms.length > 0 && fields.length > 0)
    .slice(0, MOST_RANKED_TERMS);
}

/** What a document has to satisfy to have the term in one of its forms; by it the rarity of the term is counted. */
export function treeOfTerm(term: RankedTerm): SearchTree {
  return { kind: 'or', children: term.forms.map((form) => conditionOf(form, term.fields)) };
}

/**
 * Returns how much each term counts: the fewer documents have it, the more. `frequencies` are the numbers of documents
 * that satisfy `treeOfTerm`, among all active ones of the organization. They are not needed for a single term.
 */
export function termWeights(terms: readonly RankedTerm[], frequencies: readonly number[], documents: number): number[] {
  if (terms.length === 1) return [MOST_WEIGHT];
  const rarities = terms.map((_, index) => rarityOf(frequencies[index] ?? 0, documents));
  const most = Math.max(...rarities);
  return rarities.map((rarity) => Math.max(1, Math.round((MOST_WEIGHT * rarity) / most)));
}

function rarityOf(frequency: number, documents: number): number {
  return Math.log2(1 + (Math.max(documents - frequency, 0) + 0.5) / (frequency + 0.5));
}

/**
 * Returns the sets of documents that have points. They come in groups, and of each group the first set counts that a
 * document is in; its points are the sum over all groups.
 */
export function rankedGroups(terms: readonly RankedTerm[], weights: readonly number[]): RankedSet[][] {
  return terms.flatMap((term, index) => {
    const weight = weights[index] ?? 1;
    return groupsOfTerm(term)
      .map((sets) => sets.map((set) => ({ ...set, points: Math.ceil(set.points * weight) })))
      .map((sets) => sets.toSorted((a, b) => b.points - a.points))
      .filter((sets) => sets.length > 0);
  });
}

function groupsOfTerm({ forms, fields, labels }: RankedTerm): RankedSet[][] {
  const of = (field: SearchField, setsOf: (form: RankedForm) => RankedSet[]): RankedSet[] =>
    fields.includes(field) ? forms.flatMap((form) => weighted(form, setsOf(form))) : [];
  return [
    of('name', setsInName),
    of('notes', setsInNotes),
    [
      ...of('content', setsInContent),
      ...forms.flatMap((form) =>
        weighted(form, [{ points: pointsAnywhere(form), condition: conditionOf(form, fields) }]),
      ),
    ],
    labels.map((condition) => ({ points: IN_LABELS, condition })),
  ];
}

function weighted({ weight }: RankedForm, sets: readonly RankedSet[]): RankedSet[] {
  return sets.map((set) => ({ ...set, points: (set.points * Math.min(weight, AS_TYPED)) / AS_TYPED }));
}

function setsInName(form: RankedForm): RankedSet[] {
  const condition = conditionOf(form, ['name']);
  const term = wholeTerm(form);
  if (term === undefined) return [{ points: IN_NAME, condition }];
  return [
    { points: IN_NAME, marks: [{ kind: 'term', field: 'name', term }] },
    { points: IN_NAME_AS_PREFIX, condition },
  ];
}

function setsInNotes(form: RankedForm): RankedSet[] {
  const term = wholeTerm(form);
  return term === undefined ? [] : [{ points: IN_NOTES, marks: [{ kind: 'term', field: 'notes', term }] }];
}

function setsInContent(form: RankedForm): RankedSet[] {
  const term = wholeTerm(form);
  return term === undefined ? setsOfPhrase(form) : setsOfWord(term);
}

function setsOfWord(term: string): RankedSet[] {
  const word: RankedMark = { kind: 'term', field: 'content', term };
  const sets: RankedSet[] = [
    { points: VERY_PROMINENT, marks: [{ kind: 'veryProminent', term, isPrefix: false }] },
    { points: PROMINENT, marks: [{ kind: 'prominent', term, isPrefix: false }] },
    { points: IN_SHORT_CONTENT, marks: [word, { kind: 'length', length: 'short' }] },
    { points: IN_CONTENT, marks: [word, { kind: 'length', length: 'medium' }] },
    { points: IN_LONG_CONTENT, marks: [word] },
  ];
  if (term.length >= LEAST_PROMINENT_PREFIX)
    sets.push({ points: PROMINENT_AS_PREFIX, marks: [{ kind: 'prominent', term, isPrefix: true }] });
  return sets;
}

/** That the words of a phrase stand next to each other in the content is not looked up again: it was, for the tree. */
function setsOfPhrase(form: RankedForm): RankedSet[] {
  if (!('words' in form)) return [];
  const terms = wholeTermsOf(form.words);
  if (terms.length === 0) return [];
  const marks = terms.map((term): RankedMark => ({ kind: 'prominent', term, isPrefix: false }));
  return [{ points: PROMINENT, marks }];
}

/** Of a word it is not known whether it is whole; a phrase is. */
function pointsAnywhere(form: RankedForm): number {
  return 'words' in form && wholeTerm(form) === undefined ? IN_CONTENT : ANYWHERE;
}

/** The one term of a form that is one word of a script with spaces. */
function wholeTerm(form: RankedForm): string | undefined {
  if (!('words' in form)) return undefined;
  const [word, ...others] = form.words;
  return word === undefined || others.length > 0 || isUnspaced(word) ? undefined : word;
}

/** Terms that all stand for whole words or pairs of characters; none when one of the words is a single character. */
function wholeTermsOf(words: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const word of words) {
    const own = isUnspaced(word) ? indexTerms([word]).slice(0, -1) : [word];
    if (own.length === 0) return [];
    for (const term of own) terms.add(term);
  }
  return [...terms];
}

function isUnspaced(word: string): boolean {
  return characterKind(word.codePointAt(0) ?? 0) === UNSPACED;
}

/** As `foldWords` gives them, whatever was passed. */
function usable(form: RankedForm): RankedForm[] {
  if ('ending' in form) return form.ending === '' ? [] : [form];
  const words = form.words.flatMap((word) => foldWords(word));
  return words.length === 0 ? [] : [{ ...form, words }];
}

function conditionOf(form: RankedForm, fields: SearchField[]): Extract<SearchTree, { kind: 'ending' | 'text' }> {
  return 'words' in form
    ? { kind: 'text', words: form.words, fields }
    : { kind: 'ending', ending: form.ending, fields };
}
