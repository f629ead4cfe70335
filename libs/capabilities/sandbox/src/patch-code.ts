import type { DrawnPage } from '@archivolt/plugin-kit';

type Pixels = Pick<Extract<DrawnPage, { outcome: 'drawn' }>, 'channels' | 'height' | 'pixels' | 'width'>;

/**
 * A Patch-T code has four bars: narrow, wide, narrow, wide, with narrow spaces between them. A narrow one is 0.08 inches,
 * a wide one 0.2, and the bars are at least 2 inches long. Upside down it is Patch 3, which separates as well.
 */
const [NARROW, WIDE] = [1, 2.5];
const PATTERNS = [
  [NARROW, WIDE, NARROW, WIDE],
  [WIDE, NARROW, WIDE, NARROW],
];
/** A narrow bar in parts of the longer side of the page: 0.007 of A4 and Letter, with room for smaller and larger paper. */
const [THINNEST, THICKEST] = [0.004, 0.014];
/** In narrow bars. Standard sheets have 25 or more; the ends may be torn or dirty. */
const SHORTEST_BARS = 18;
const QUIET_ZONE = 1.5;
/** How far a bar or a space may be from its width, in narrow bars. */
const TOLERANCE = 0.45;
/** Lines without the pattern, for dust and folds. */
const MOST_MISSED = 2;

interface Match {
  centre: number;
  narrow: number;
}

interface Track extends Match {
  first: number;
  last: number;
  seen: number;
}

/** True when a page has the bars of a Patch-T code, upright or on its side. Reads some lines of the page only. */
export function hasPatchCode({ pixels, width, height, channels }: Pixels): boolean {
  const thinnest = Math.max(4, THINNEST * Math.max(width, height));
  const thickest = THICKEST * Math.max(width, height);
  const step = Math.max(1, Math.floor((thinnest * SHORTEST_BARS) / 16));
  const row = width * channels;
  const across = { count: height, length: width, lineStep: row, stepInLine: channels };
  const along = { count: width, length: height, lineStep: channels, stepInLine: row };
  return [across, along].some(({ count, length, lineStep, stepInLine }) => {
    const tracks: Track[] = [];
    for (let line = 0; line < count; line += step) {
      const runs = runsOf(pixels, line * lineStep, { length, stepInLine }, thinnest / 4);
      for (const match of matchesIn(runs, thinnest, thickest)) {
        const track = follow(tracks, match, line / step);
        if (isLongEnough(track, step)) return true;
      }
    }
    return false;
  });
}

/** Lengths of white and black in a line, white first; specks are a part of what they are on. */
function runsOf(
  pixels: Uint8Array,
  start: number,
  { length, stepInLine }: { length: number; stepInLine: number },
  speck: number,
): number[] {
  let lightest = 0;
  for (let at = 0; at < length; at += 4) lightest = Math.max(lightest, pixels[start + at * stepInLine] ?? 0);
  const threshold = lightest * 0.55;
  const runs: number[] = [];
  let [isBlack, run] = [false, 0];
  for (let at = 0; at < length; at++) {
    const isNextBlack = (pixels[start + at * stepInLine] ?? 255) < threshold;
    if (isNextBlack !== isBlack) {
      runs.push(run);
      [isBlack, run] = [isNextBlack, 0];
    }
    run += 1;
  }
  runs.push(run);
  return withoutSpecks(runs, speck);
}

function withoutSpecks(runs: readonly number[], speck: number): number[] {
  const kept: number[] = [];
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] ?? 0;
    const before = kept.length - 1;
    if (kept.length > 0 && run < speck) {
      // What follows has the colour of what precedes.
      kept[before] = (kept[before] ?? 0) + run + (runs[index + 1] ?? 0);
      index += 1;
    } else kept.push(run);
  }
  return kept;
}

function matchesIn(runs: readonly number[], thinnest: number, thickest: number): Match[] {
  const matches: Match[] = [];
  let start = runs[0] ?? 0;
  for (let first = 1; first + 6 < runs.length; first += 2) {
    const seven = runs.slice(first, first + 7);
    const whole = seven.reduce((sum, run) => sum + run, 0);
    // Two wide bars, two narrow ones and three spaces.
    const narrow = whole / (2 * WIDE + 5);
    const quiet = QUIET_ZONE * narrow;
    const isQuiet = (runs[first - 1] ?? 0) >= quiet && (runs[first + 7] ?? 0) >= quiet;
    const isSized = narrow >= thinnest && narrow <= thickest;
    if (isSized && isQuiet && PATTERNS.some((pattern) => fits(seven, pattern, narrow)))
      matches.push({ centre: start + whole / 2, narrow });
    start += (runs[first] ?? 0) + (runs[first + 1] ?? 0);
  }
  return matches;
}

function fits(seven: readonly number[], pattern: readonly number[], narrow: number): boolean {
  return seven.every((run, index) => {
    const wanted = index % 2 === 1 ? NARROW : (pattern[index / 2] ?? NARROW);
    return Math.abs(run / narrow - wanted) <= TOLERANCE;
  });
}

/** Adds the match to the bars that it continues, or begins new ones. */
function follow(tracks: Track[], match: Match, line: number): Track {
  const known = tracks.find(
    ({ centre, narrow, last }) =>
      line - last <= MOST_MISSED + 1 &&
      Math.abs(centre - match.centre) <= narrow &&
      Math.abs(narrow - match.narrow) <= narrow * 0.3,
  );
  if (known === undefined) {
    const begun = { ...match, first: line, last: line, seen: 1 };
    tracks.push(begun);
    return begun;
  }
  if (line > known.last) Object.assign(known, match, { last: line, seen: known.seen + 1 });
  return known;
}

function isLongEnough({ first, last, seen, narrow }: Track, step: number): boolean {
  const lines = last - first + 1;
  return lines * step >= SHORTEST_BARS * narrow && seen >= lines * 0.7;
}
