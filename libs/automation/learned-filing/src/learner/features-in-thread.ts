// Runs in a thread of `TextThreads`: the features of some documents.
import { featuresOf, type ReadableDocument } from './features.js';

export default function readFeatures(documents: readonly ReadableDocument[]): Uint32Array[] {
  return documents.map((document) => featuresOf(document).buckets);
}
