import {
  CHARACTERS_COMPARED,
  inOrderOfSimilarity,
  MOST_SIMILAR,
  occurringTerms,
  Similarity,
  tellingTerms,
  type ComparedDocument,
  type RankedMark,
  type SimilarCandidate,
  type SimilarDocument,
  type TellingTerm,
} from '@archivolt/plugin-kit';
import { isStorable } from '@archivolt/search-sql';
import { Places } from '../segments/index.js';
import { Evaluation, type PartMatches } from './evaluate.js';
import { countIn, openIndex } from './matches.js';
import { RankedMatches, type RankedWindow } from './points.js';
import type { Reading } from './reading.js';
import { markLeaf } from './text-leaf.js';

/** The documents that are like one, by its telling terms: the most similar first. */
export async function readSimilar(documentId: string, reading: Reading): Promise<SimilarDocument[]> {
  const document = await readCompared(documentId, reading);
  if (document === undefined) return [];
  const occurring = occurringTerms(document);
  const marks = occurring.map(({ field, term }): RankedMark => ({ kind: 'term', field, term }));
  const leaves = marks.map(markLeaf);
  const caches = { ...reading.caches, leaves: reading.caches.telling };
  const evaluation = await Evaluation.begin({ trees: [], leaves }, await openIndex(reading), { ...reading, caches });
  const frequencies: number[] = [];
  for (const leaf of leaves) {
    frequencies.push(countIn(evaluation.ofLeaf(leaf)));
    await reading.pacer.step();
  }
  const documents = countIn(evaluation.asked.parts.map(({ live }) => live));
  const telling = tellingTerms(occurring, frequencies, documents);
  const window = await bestOf(telling.terms, Number(document.sequence), { evaluation, reading });
  const similarity = new Similarity(document, telling);
  const found: SimilarDocument[] = [];
  for (const candidate of await readCandidates(window, reading)) {
    const similar = similarity.with(candidate);
    if (similar !== undefined) found.push(similar);
    await reading.pacer.step();
  }
  return inOrderOfSimilarity(found);
}

/** The documents with the most weight of these terms, without the one that they are of. */
async function bestOf(
  terms: readonly TellingTerm[],
  sequence: number,
  { evaluation, reading }: { evaluation: Evaluation; reading: Reading },
): Promise<RankedWindow> {
  const matches: PartMatches[] = evaluation.asked.parts.map(({ directory }) => ({
    directory,
    matches: Places.none(directory.size),
  }));
  for (const { mark } of terms) {
    for (const [index, places] of evaluation.ofLeaf(markLeaf(mark)).entries()) matches[index]?.matches.or(places);
    await reading.pacer.step();
  }
  for (const { directory, matches: places } of matches) {
    const own = directory.placeOf(sequence);
    if (own !== undefined) places.delete(own);
  }
  const groups = terms.map(({ mark, weight }) => [{ points: weight, marks: [mark] }]);
  const ranked = await RankedMatches.of(matches, groups, { evaluation, pacer: reading.pacer });
  return ranked.window({ offset: 0, size: MOST_SIMILAR });
}

const TEXTS = `t.name, substr(t.content, 1, ${String(CHARACTERS_COMPARED)}) as content,
  octet_length(t.content) as "contentBytes"`;

const COMPARED = `
  select d.id, d.sequence, ${TEXTS} from document d join search_segments_text t on t.sequence = d.sequence
  where d.id = $1 and d.organization_id = $2 and d.deleted_at is null`;

async function readCompared(
  documentId: string,
  { organizationId, session }: Reading,
): Promise<(ComparedDocument & { sequence: string }) | undefined> {
  if (!isStorable(documentId)) return undefined;
  const [row] = await session.query<ComparedDocument & { sequence: string }>(COMPARED, [documentId, organizationId]);
  return row;
}

/** `offset 0` looks each document up by its number. */
const CANDIDATES = `
  select d.id, wanted.points, ${TEXTS} from unnest($1::bigint[], $2::int[]) as wanted (sequence, points)
  cross join lateral (
    select id, created_at from document
    where sequence = wanted.sequence and organization_id = $3 and deleted_at is null offset 0) d
  join search_segments_text t on t.sequence = wanted.sequence
  order by wanted.points desc, d.created_at desc, d.id desc limit $4`;

async function readCandidates(
  { documents }: RankedWindow,
  { organizationId, session }: Reading,
): Promise<SimilarCandidate[]> {
  if (documents.length === 0) return [];
  return session.query<SimilarCandidate>(CANDIDATES, [
    documents.map(({ sequence }) => sequence),
    documents.map(({ points }) => points),
    organizationId,
    MOST_SIMILAR,
  ]);
}
