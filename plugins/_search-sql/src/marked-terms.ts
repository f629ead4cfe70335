import { contentMarks, reversedEnding, reversedWord, type RankedMark, type SearchField } from '@archivolt/plugin-kit';

/**
 * What stands before the additional terms of a field: no letter, and no digit, so that no word meets them. In the order of
 * bytes, all of them come before letters and digits, as does the `%` before a language.
 */
const MARKS = { prominent: '!', veryProminent: '#', length: '$', ending: '+' } as const;

/** The first byte that a term without a mark may begin with. */
export const FIRST_UNMARKED_BYTE = '0'.charCodeAt(0);

/** A term to look up among those of a field. */
export interface MarkedTerm {
  term: string;
  isPrefix: boolean;
}

/** The additional terms of a field by how often each of its own occurs; those that matter most come first. */
export function* markedTerms(field: SearchField, occurrences: ReadonlyMap<string, number>): Generator<string> {
  if (field === 'content') {
    const { length, prominent, veryProminent } = contentMarks(occurrences);
    if (length !== 'long') yield MARKS.length + length;
    for (const term of prominent) yield MARKS.prominent + term;
    for (const term of veryProminent) yield MARKS.veryProminent + term;
  }
  for (const word of occurrences.keys()) {
    const reversed = reversedWord(word);
    if (reversed !== undefined) yield MARKS.ending + reversed;
  }
}

/** Where the index has a mark. */
export function termOfMark(mark: RankedMark): MarkedTerm & { field: SearchField } {
  switch (mark.kind) {
    case 'term':
      return { field: mark.field, term: mark.term, isPrefix: false };
    case 'length':
      return { field: 'content', term: MARKS.length + mark.length, isPrefix: false };
    default:
      return { field: 'content', term: MARKS[mark.kind] + mark.term, isPrefix: mark.isPrefix };
  }
}

/** A field whose words have this ending has one of these terms. */
export function termsOfEnding(ending: string): MarkedTerm[] {
  return [
    { term: ending, isPrefix: false },
    { term: MARKS.ending + reversedEnding(ending), isPrefix: true },
  ];
}
