import type { SearchText } from '@archivolt/plugin-kit';

const MOST_DOCUMENTS = 500;
/** UTF-16 units of a content from which a document is written by itself. */
const LONG = 8_192;

/**
 * Documents in parts that one statement can write, each with contents of about so many UTF-16 units: in the order of the
 * sequence, so that two writers never wait for each other crosswise; a repeated document once, as it was given last; and
 * one with a long content by itself.
 */
export function* batchesToIndex(documents: readonly SearchText[], mostCharacters: number): Iterable<SearchText[]> {
  const latest = new Map(documents.map((document) => [document.sequence, document]));
  const ordered = [...latest.values()].sort((a, b) => (BigInt(a.sequence) < BigInt(b.sequence) ? -1 : 1));
  let batch: SearchText[] = [];
  let characters = 0;
  for (const document of ordered) {
    const isAlone = document.content.length > LONG;
    if (batch.length > 0 && (isAlone || batch.length >= MOST_DOCUMENTS || characters > mostCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    if (isAlone) yield [document];
    else {
      batch.push(document);
      characters += document.content.length;
    }
  }
  if (batch.length > 0) yield batch;
}
