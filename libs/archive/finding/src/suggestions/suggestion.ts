/** Something that can stand at the caret of a query. */
export interface Suggestion {
  kind: 'document' | 'filter' | 'property' | 'tag' | 'value';
  /** For people. */
  label: string;
  /** What to write between `from` and `to`. */
  insert: string;
  /** UTF-16 offsets into the query. */
  from: number;
  to: number;
  /** Documents that have it; null when it is not counted. */
  count: number | null;
}

/** A suggestion without its place. */
export type Completion = Omit<Suggestion, 'count' | 'from' | 'to'> & { tagId?: string };
