import type { Integer } from '#ground/http-kit';

/** Something that can stand at the caret. */
export class SuggestionView {
  kind!: 'document' | 'filter' | 'property' | 'tag' | 'value';
  /** For people. */
  label!: string;
  /** What to write between `from` and `to`, with quotes where they are needed. */
  insert!: string;
  /** UTF-16 offset into the query. */
  from!: Integer;
  /** UTF-16 offset into the query; the text from `from` until just before it is replaced. */
  to!: Integer;
  /** Active documents that have the tag; null for other kinds, and for a tag of more than 1,000 documents. */
  count!: Integer | null;
}

export class SuggestionsView {
  /** Best first. */
  suggestions!: SuggestionView[];
  /** With `didYouMean=true`, for a query that finds nothing or few documents: a similar one that finds more, if one is known. */
  didYouMean!: string | null;
  /** The number of documents that it finds. */
  didYouMeanCount!: Integer | null;
}
