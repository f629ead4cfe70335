import { buildSegment, Directory, type SegmentBlock, type SegmentDocument } from '../src/segments/index.js';
import type { Random } from './random.js';

/** A document of a test, whose terms are still strings. */
export interface Sheet {
  sequence: number;
  createdAtMicros: number;
  id: string;
  /** Undefined for a removed document. */
  words: Set<string> | undefined;
}

const encoder = new TextEncoder();
const SCRIPTS = ['a', 'b', 'é', 'ß', '書', '請', 'ภ', 'क', '한', '\u{1d4b3}', '\u{20000}', '7'] as const;

export function termOf(word: string): Uint8Array {
  return encoder.encode(word);
}

export function segmentDocument({ sequence, createdAtMicros, id, words }: Sheet): SegmentDocument {
  return { sequence, createdAtMicros, id, terms: words && joined(words) };
}

function joined(words: Set<string>): Uint8Array {
  const terms = [...words].map((word) => Buffer.from(word)).sort(Buffer.compare);
  return Uint8Array.from(Buffer.concat(terms.flatMap((term) => [term, Buffer.of(0)])));
}

export function builtSegment(sheets: readonly Sheet[]): { directory: Directory; blocks: SegmentBlock[] } {
  const { directory, blocks } = buildSegment(sheets.map(segmentDocument));
  return { directory: Directory.decode(directory), blocks: [...blocks] };
}

/** A word of one to 64 characters of any script behind a field mark; short words are frequent. */
export function randomWord(random: Random): string {
  const length = random.below(8) === 0 ? 1 + random.below(64) : 1 + random.below(3);
  return random.pick(['.', '/', ',', '^']) + Array.from({ length }, () => random.pick(SCRIPTS)).join('');
}

/** Documents with ascending, sometimes equal times of creation. */
export function randomSheets(random: Random, count: number, words: (random: Random) => string = randomWord): Sheet[] {
  let createdAtMicros = 1_700_000_000_000_000 + random.below(1_000_000);
  const sequences = random.shuffled(Array.from({ length: count }, (_, index) => 10 + index * 3));
  return sequences.map((sequence) => {
    createdAtMicros += random.below(3) === 0 ? 0 : random.below(100_000);
    const isRemoved = random.below(10) === 0;
    const own = Array.from({ length: random.below(40) }, () => words(random));
    return { sequence, createdAtMicros, id: `d${sequence}`, words: isRemoved ? undefined : new Set(own) };
  });
}

/** The words of a directory's documents by their terms' bytes, as `addPlaces` should find them. */
export function isBetween(word: string, from: string, to: string): boolean {
  const term = Buffer.from(word);
  return Buffer.compare(term, Buffer.from(from)) >= 0 && Buffer.compare(term, Buffer.from(to)) < 0;
}
