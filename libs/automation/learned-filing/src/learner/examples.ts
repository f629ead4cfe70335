/** Labels of which a document has any number (tags), or at most one (the options of a property with one value). */
export interface LabelGroup {
  /** Numbers of the documents of which people have decided about this group: the others say nothing about it. */
  known: Uint32Array;
  isExclusive: boolean;
}

export interface LabelExamples {
  /** The place of its group. */
  group: number;
  /** Numbers of the documents that people have given it, ascending. */
  positive: Uint32Array;
  /** Numbers of documents that say nothing about it, because a program has given it, ascending. */
  unknown: Uint32Array;
}

/** What is learned from: documents by their features, and what people have given them. Plain data for a thread. */
export interface Examples {
  /** Where the features of each document begin, and the end of the last. */
  starts: Uint32Array;
  buckets: Uint32Array;
  groups: LabelGroup[];
  labels: LabelExamples[];
}

/** The features of one document. */
export function bucketsOf({ starts, buckets }: Examples, document: number): Uint32Array {
  return buckets.subarray(starts[document], starts[document + 1]);
}

/** Joins the features of documents. */
export function joinFeatures(features: readonly Uint32Array[]): Pick<Examples, 'starts' | 'buckets'> {
  const starts = new Uint32Array(features.length + 1);
  for (const [at, own] of features.entries()) starts[at + 1] = (starts[at] ?? 0) + own.length;
  const buckets = new Uint32Array(starts[features.length] ?? 0);
  for (const [at, own] of features.entries()) buckets.set(own, starts[at]);
  return { starts, buckets };
}
