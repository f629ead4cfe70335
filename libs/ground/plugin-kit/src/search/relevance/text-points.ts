import type { RankedForm, RankedTerm, SearchField } from '../search-backend.js';
import { foldedNeedle } from '../words.js';
import { saturated } from './content-marks.js';

/** Documents whose texts are looked into: the first ones by points. Those after them stay in the order of their points. */
export const LOOKED_INTO = 200;
/** UTF-16 units of a folded content that are looked into. An engine may pass more of it. */
export const CHARACTERS_LOOKED_INTO = 16_384;

/** A document with its folded texts. */
export interface RankedDocument {
  /** By the sets that it is in. */
  points: number;
  name: string;
  notes: string;
  content: string;
  /** The date that people know the document by: the documentDate, or the day on which it was added. */
  date: Date;
}

/** How much each part of the texts counts, against points such as 30 for a word in the name. */
export interface TextPoints {
  /** How often the content has the term, for its length. */
  frequency: number;
  /** How much of the name the term is. */
  shareOfName: number;
  /** That the notes have the term. */
  notes: number;
  /** That the term is among the first words of the content. */
  beginning: number;
  /** That two terms of the query stand next to each other as they do there, in the name and elsewhere. */
  phraseInName: number;
  phrase: number;
  /** That all terms are near each other in the content. */
  nearness: number;
  /** Of all points, for the newest document. */
  recency: number;
}

/** What all engines go by. */
export const TEXT_POINTS: TextPoints = {
  frequency: 10,
  shareOfName: 12,
  notes: 12,
  beginning: 5,
  phraseInName: 10,
  phrase: 6,
  nearness: 6,
  recency: 0.1,
};

/** A form counts less where it is only the beginning of a word. */
const AS_PREFIX = 0.6;
const AS_TYPED = 16;
/** Occurrences of one form that are looked at. */
const MOST_OCCURRENCES = 100;
/** UTF-16 units of a usual folded content. */
const USUAL_CHARACTERS = 2_000;
/** The first lines, and the rest of the first page. */
const FIRST_LINES = 200;
const FIRST_PAGE = 1_200;
/** UTF-16 units between terms at which their nearness counts half. */
const NEAR = 100;
const HALF_LIFE_MS = 365 * 86_400_000;

/**
 * Orders documents by their points and texts, the best first. They are given in the order in which those with equally
 * many points stay: the newest first.
 */
export function orderByTexts<Document extends RankedDocument>(
  documents: readonly Document[],
  terms: readonly RankedTerm[],
  weights: readonly number[],
  parts: TextPoints = TEXT_POINTS,
): Document[] {
  const newest = Math.max(...documents.map(({ date }) => date.getTime()));
  const query = new RankedQuery(terms, weights, parts);
  return documents
    .map((document) => {
      const age = newest - document.date.getTime();
      const points = document.points + query.pointsOf(document);
      return { document, points: Math.round(points * (1 + parts.recency * 2 ** (-age / HALF_LIFE_MS))) };
    })
    .sort((a, b) => b.points - a.points)
    .map(({ document }) => document);
}

interface Needle {
  text: string;
  /** Whether what follows shows that the word is whole. */
  isWord: boolean;
  isEnding: boolean;
  weight: number;
}

interface Term {
  fields: readonly SearchField[];
  needles: Needle[];
  weight: number;
  /** As it was typed; missing for an ending. */
  words: string[] | undefined;
}

/** Where a term is in a text, and how well each place fits. */
type Occurrences = Map<number, number>;

class RankedQuery {
  readonly #terms: Term[];
  readonly #pairs: { needle: string; weight: number; fields: readonly SearchField[] }[] = [];

  constructor(
    terms: readonly RankedTerm[],
    weights: readonly number[],
    private readonly parts: TextPoints,
  ) {
    this.#terms = terms.map(({ forms, fields }, index) => ({
      fields,
      needles: forms.map(needleOf),
      weight: weights[index] ?? 1,
      words: forms[0] !== undefined && 'words' in forms[0] ? forms[0].words : undefined,
    }));
    for (const [index, { words, weight, fields }] of this.#terms.entries()) {
      const next = this.#terms[index + 1];
      if (words === undefined || next?.words === undefined) continue;
      const both = fields.filter((field) => next.fields.includes(field));
      this.#pairs.push({
        needle: foldedNeedle([...words, ...next.words]),
        weight: (weight + next.weight) / 2,
        fields: both,
      });
    }
  }

  pointsOf({ name, notes, content: whole }: RankedDocument): number {
    const content = whole.slice(0, CHARACTERS_LOOKED_INTO);
    const inContent = this.#terms.map((term) => occurrences(content, term, 'content'));
    let points = 0;
    for (const [index, term] of this.#terms.entries()) {
      const found = inContent[index] ?? new Map<number, number>();
      const inNotes = this.parts.notes * best(occurrences(notes, term, 'notes'));
      points += term.weight * (this.#pointsInName(name, term) + inNotes + this.#pointsInContent(content, found));
    }
    for (const { needle, weight, fields } of this.#pairs) {
      if (fields.includes('name') && name.includes(needle)) points += weight * this.parts.phraseInName;
      if (fields.includes('content') && content.includes(needle)) points += weight * this.parts.phrase;
      else if (fields.includes('notes') && notes.includes(needle)) points += weight * this.parts.phrase;
    }
    return points + this.#pointsForNearness(inContent);
  }

  #pointsInName(name: string, term: Term): number {
    let share = 0;
    for (const needle of term.needles) {
      const fit = best(occurrencesOf(name, needle));
      share = Math.max(share, (fit * needle.text.length) / Math.max(name.length, needle.text.length));
    }
    return term.fields.includes('name') ? this.parts.shareOfName * share : 0;
  }

  #pointsInContent(content: string, found: Occurrences): number {
    let sum = 0;
    let beginning = 0;
    for (const [at, fit] of found) {
      sum += fit;
      beginning = Math.max(beginning, at < FIRST_LINES ? fit : at < FIRST_PAGE ? fit / 2 : 0);
    }
    if (sum === 0) return 0;
    const { parts } = this;
    return parts.frequency * saturated(sum, content.length / USUAL_CHARACTERS) + parts.beginning * beginning;
  }

  #pointsForNearness(found: readonly Occurrences[]): number {
    if (found.length < 2) return 0;
    const width = smallestWindow(found.map((places) => [...places.keys()]));
    if (width === undefined) return 0;
    const weight = this.#terms.reduce((sum, term) => sum + term.weight, 0);
    return (this.parts.nearness * weight) / (1 + width / NEAR);
  }
}

function needleOf(form: RankedForm): Needle {
  if ('ending' in form)
    return { text: `${form.ending} `, isWord: false, isEnding: true, weight: form.weight / AS_TYPED };
  const text = foldedNeedle(form.words);
  return { text, isWord: text.startsWith(' '), isEnding: false, weight: form.weight / AS_TYPED };
}

function best(found: Occurrences): number {
  return Math.max(0, ...found.values());
}

function occurrences(text: string, { fields, needles }: Term, field: SearchField): Occurrences {
  const all: Occurrences = new Map();
  if (!fields.includes(field)) return all;
  for (const needle of needles) {
    for (const [at, fit] of occurrencesOf(text, needle)) all.set(at, Math.max(all.get(at) ?? 0, fit));
  }
  return all;
}

function occurrencesOf(text: string, { text: needle, isWord, isEnding, weight }: Needle): Occurrences {
  const found: Occurrences = new Map();
  const searched = isEnding ? `${text} ` : text;
  let at = searched.indexOf(needle);
  while (at >= 0 && found.size < MOST_OCCURRENCES) {
    const end = at + needle.length;
    const isWhole = !isWord || end === text.length || text.charAt(end) === ' ';
    found.set(isEnding ? searched.lastIndexOf(' ', at) : at, isWhole ? weight : weight * AS_PREFIX);
    at = searched.indexOf(needle, end);
  }
  return found;
}

/** The smallest distance from the first to the last of places of which there is one in each list. */
function smallestWindow(lists: readonly number[][]): number | undefined {
  const places = lists.flatMap((list, index) => list.map((at) => ({ at, index }))).sort((a, b) => a.at - b.at);
  const counts = lists.map(() => 0);
  let missing = lists.length;
  let smallest: number | undefined;
  let first = 0;
  for (const { at, index } of places) {
    counts[index] = (counts[index] ?? 0) + 1;
    if (counts[index] === 1) missing -= 1;
    for (; missing === 0; first += 1) {
      const begin = places[first];
      if (begin === undefined) break;
      smallest = Math.min(smallest ?? Infinity, at - begin.at);
      counts[begin.index] = (counts[begin.index] ?? 0) - 1;
      if (counts[begin.index] === 0) missing += 1;
    }
  }
  return smallest;
}
