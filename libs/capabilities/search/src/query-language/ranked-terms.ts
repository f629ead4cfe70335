import { foldedNeedle, foldedText, indexedWords, type RankedForm, type RankedTerm } from '@archivolt/plugin-kit';
import type { InterpretedQuery } from './interpreted-query.js';
import type { NamedLabel } from './query-resolver.js';

const AS_TYPED = 16;
/** A number with its digits joined, a word with another umlaut: the same. */
const OTHER_SPELLING = 14;
const STEM = 10;
/** The end of a longer word. */
const PART = 4;

/** Ids of one term that an order goes by. */
const MOST_LABELS = 50;
/** Fields of a word that was typed without one: names of tags count only for these. */
const ALL_FIELDS = 3;

/** The words that a query asks for, in its order, without those that it excludes. */
export function rankedTermsIn(query: InterpretedQuery): RankedTerm[] {
  const terms = new Map<string, RankedTerm>();
  for (const text of textsIn(query)) {
    const { fields } = text;
    const forms = text.kind === 'ending' ? text.endings.map((ending) => ({ ending, weight: AS_TYPED })) : formsOf(text);
    terms.set(JSON.stringify([forms[0], fields]), { forms, fields, labels: [] });
  }
  return [...terms.values()];
}

function formsOf({ words, alternatives, stems, endings }: Extract<InterpretedQuery, { kind: 'text' }>): RankedForm[] {
  return [
    { words, weight: AS_TYPED },
    ...alternatives.map((other) => ({ words: other, weight: OTHER_SPELLING })),
    ...stems.map((stem) => ({ words: stem, weight: STEM })),
    ...endings.map((ending) => ({ ending, weight: PART })),
  ];
}

/** The terms with the labels whose name has them. */
export function labelled(terms: readonly RankedTerm[], labels: readonly NamedLabel[]): RankedTerm[] {
  const folded = labels.map(({ name, condition }) => ({ condition, text: foldedText(indexedWords(name)) }));
  return terms.map((term) => {
    if (term.fields.length < ALL_FIELDS) return term;
    const needles = term.forms.flatMap((form) => ('words' in form ? foldedNeedle(form.words) : []));
    const named = folded.filter(({ text }) => needles.some((needle) => text.includes(needle))).slice(0, MOST_LABELS);
    return { ...term, labels: joined(named.map(({ condition }) => condition)) };
  });
}

/** One condition for all tags, and one for all options of a property. */
function joined(conditions: readonly NamedLabel['condition'][]): RankedTerm['labels'] {
  const tagIds: string[] = [];
  const optionIds = new Map<string, string[]>();
  for (const condition of conditions) {
    if ('tagId' in condition) tagIds.push(condition.tagId);
    else optionIds.set(condition.propertyId, [...(optionIds.get(condition.propertyId) ?? []), condition.optionId]);
  }
  return [
    ...(tagIds.length > 0 ? [{ kind: 'tag' as const, tagIds }] : []),
    ...Array.from(optionIds, ([propertyId, ids]) => ({
      kind: 'property' as const,
      propertyId,
      condition: { type: 'option' as const, optionIds: ids },
    })),
  ];
}

function* textsIn(node: InterpretedQuery): Iterable<Extract<InterpretedQuery, { kind: 'ending' | 'text' }>> {
  if (node.kind === 'text' || node.kind === 'ending') yield node;
  if (node.kind === 'and' || node.kind === 'or') for (const child of node.children) yield* textsIn(child);
}
