import type { OcrImage } from '@archivolt/plugin-kit';
import { letterHeight } from './letter-height.js';
import { LARGE, LARGE_TO, toneOf, type Tone } from './picture.js';
import type { FoundWord } from './recognizer.js';

/** Pixels of letters that become hard to read when the picture is reduced any further. */
const READABLE = 8;
/** Pixels of a piece along the side that is cut. */
const LENGTH = 2000;
/** Where to look for a gap between two lines, before and after the place where the cut would be. */
const AROUND = 150;
/** What both pieces have where no gap is found: a line of text that lies askew. */
const OVERLAP = 60;
/** So much of a row may be ink in a gap: a frame and a rule that run through it. */
const GAP = 0.01;
const INK = 0.4; // of the contrast

/** A part of a picture that is read by itself. */
export interface Piece {
  image: OcrImage;
  left: number;
  top: number;
  /** The part of the picture whose words it has: left, top, right and bottom. */
  owns: readonly [number, number, number, number];
}

/**
 * The pieces that a long or large picture is read in, so that its letters need not become too small. One for every
 * other picture. Rows of a picture are not copied.
 */
export function piecesOf(image: OcrImage): Piece[] {
  const { width, height } = image;
  const whole: Piece = { image, left: 0, top: 0, owns: [-Infinity, -Infinity, Infinity, Infinity] };
  if (!isTooLarge(image)) return [whole];
  const tone = toneOf(image.gray);
  return split(whole, tone).flatMap((piece) => (Math.min(width, height) > LARGE ? split(piece, tone) : [piece]));
}

function isTooLarge(image: OcrImage): boolean {
  const long = Math.max(image.width, image.height);
  if (long <= LARGE) return false;
  const letters = letterHeight(image, toneOf(image.gray));
  return letters !== undefined && (letters * LARGE_TO) / long < READABLE;
}

/** Along its long side. */
function split(piece: Piece, tone: Tone): Piece[] {
  const { width, height } = piece.image;
  const isTall = height >= width;
  const length = isTall ? height : width;
  if (length <= LARGE) return [piece];
  const ink = isTall ? inkOfRows(piece.image, tone) : inkOfColumns(piece.image, tone);
  const cuts = cutsIn(ink, isTall ? width : height);
  return cuts.slice(0, -1).map((cut, index) => {
    const end = cuts[index + 1] ?? cut;
    const from = Math.max(0, cut.at - cut.overlap);
    const to = Math.min(length, end.at + end.overlap);
    const [left, top, right, bottom] = piece.owns;
    return isTall
      ? {
          image: { ...piece.image, height: to - from, gray: piece.image.gray.subarray(from * width, to * width) },
          ...{ left: piece.left, top: piece.top + from },
          owns: [left, Math.max(top, edge(piece.top, cut)), right, Math.min(bottom, edge(piece.top, end))],
        }
      : {
          image: { ...piece.image, width: to - from, gray: columns(piece.image, from, to) },
          ...{ left: piece.left + from, top: piece.top },
          owns: [Math.max(left, edge(piece.left, cut)), top, Math.min(right, edge(piece.left, end)), bottom],
        };
  });
}

interface Cut {
  at: number;
  /** Pixels on both sides that the neighbour has as well; 0 in a gap and at the ends. */
  overlap: number;
}

/** A piece has all words at an end of the picture. */
function edge(start: number, { at, overlap }: Cut): number {
  return overlap === 0 && at === 0 ? -Infinity : start + at;
}

/** Where the ink is least, near equal distances. */
function cutsIn(ink: Uint32Array, across: number): Cut[] {
  const pieces = Math.ceil(ink.length / LENGTH);
  const cuts: Cut[] = [{ at: 0, overlap: 0 }];
  for (let number = 1; number < pieces; number += 1) {
    const place = Math.round((ink.length * number) / pieces);
    const at = emptiest(ink, Math.max(1, place - AROUND), Math.min(ink.length - 1, place + AROUND));
    cuts.push({ at, overlap: (ink[at] ?? 0) > across * GAP ? OVERLAP : 0 });
  }
  cuts.push({ at: ink.length, overlap: 0 });
  return cuts;
}

/** The middle of the widest gap, or of what is next to one. */
function emptiest(ink: Uint32Array, from: number, to: number): number {
  let least = Infinity;
  for (let at = from; at <= to; at += 1) least = Math.min(least, ink[at] ?? 0);
  let best = { at: from, length: 0 };
  for (let at = from, length = 0; at <= to; at += 1) {
    length = ink[at] === least ? length + 1 : 0;
    if (length > best.length) best = { at: at - Math.floor(length / 2), length };
  }
  return best.at;
}

function inkOfRows({ gray, width, height }: OcrImage, { background, contrast }: Tone): Uint32Array {
  const ink = new Uint32Array(height);
  for (let y = 0, at = 0; y < height; y++) {
    let count = 0;
    for (const end = at + width; at < end; at++)
      if (Math.abs((gray[at] ?? background) - background) > contrast * INK) count++;
    ink[y] = count;
  }
  return ink;
}

function inkOfColumns({ gray, width, height }: OcrImage, { background, contrast }: Tone): Uint32Array {
  const ink = new Uint32Array(width);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      if (Math.abs((gray[at] ?? background) - background) > contrast * INK) ink[x] = (ink[x] ?? 0) + 1;
  return ink;
}

function columns({ gray, width, height }: OcrImage, from: number, to: number): Uint8Array {
  const piece = new Uint8Array((to - from) * height);
  for (let y = 0; y < height; y++) piece.set(gray.subarray(y * width + from, y * width + to), y * (to - from));
  return piece;
}

/** What was read of a piece, with places in the whole picture, without what its neighbours own. */
export function onWhole<Found extends { text: string; words: FoundWord[] }>(found: Found, piece: Piece): Found {
  const { left, top, owns } = piece;
  const words = found.words.map((word) => {
    const [x, y, width, height] = word.box;
    return { ...word, box: [x + left, y + top, width, height] as const };
  });
  const owned = words.filter(({ box: [x, y, width, height] }) => {
    const [middle, centre] = [x + width / 2, y + height / 2];
    return middle >= owns[0] && middle < owns[2] && centre >= owns[1] && centre < owns[3];
  });
  return { ...found, words: owned, text: owned.length === words.length ? found.text : textOf(owned) };
}

function textOf(words: readonly FoundWord[]): string {
  return words
    .map(({ text, line }, index) => (index === 0 ? '' : words[index - 1]?.line === line ? ' ' : '\n') + text)
    .join('');
}
