import type { OcrImage } from '@archivolt/plugin-kit';

const CELLS = 48; // along the long side: a cell holds a line of text or two
const SAMPLES = 14; // along each side of a cell
const PAPER_RANK = 0.85; // of the pixels of a cell, so many are darker than its paper
const INK_RANK = 0.02;
const LEAST_CONTRAST = 0.25; // of the paper; less is no ink
const LEAST_STEP = 20;
const MARGIN = 0.25; // of the contrast of a cell, between a threshold and both its ink and its paper
const MOST_MISSED = 0.06; // of the cells with ink
const LEAST_OF_PLAIN = 0.9; // of the brightest paper, everywhere
const FEWEST_CELLS = 12;
const DARKEST = 24; // darker paper is taken for that: more would be noise

/** Brightness of paper and ink in the cells of a picture. */
interface Cells {
  columns: number;
  rows: number;
  paper: Float32Array;
  ink: Float32Array;
}

/**
 * A picture whose paper is white everywhere, for one where no single threshold tells ink from paper, such as the
 * photograph of a page in a shadow. Any other is returned as it is.
 */
export function evenLight(image: OcrImage): OcrImage {
  const cells = measure(image);
  if (!isUneven(cells)) return image;
  const paper = smooth(close(cells));
  return isPlain(paper) ? image : { ...image, gray: divide(image, paper) };
}

function measure({ gray, width, height }: OcrImage): Cells {
  const side = sideOf(width, height);
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const cells = { columns, rows, paper: new Float32Array(columns * rows), ink: new Float32Array(columns * rows) };
  const step = Math.max(1, Math.floor(side / SAMPLES));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const samples: number[] = [];
      const [bottom, right] = [Math.min(height, (row + 1) * side), Math.min(width, (column + 1) * side)];
      for (let y = row * side; y < bottom; y += step)
        for (let x = column * side; x < right; x += step) samples.push(gray[y * width + x] ?? 0);
      const sorted = Uint8Array.from(samples).sort();
      const at = row * columns + column;
      cells.paper[at] = sorted[Math.floor((sorted.length - 1) * PAPER_RANK)] ?? 255;
      cells.ink[at] = sorted[Math.floor((sorted.length - 1) * INK_RANK)] ?? 0;
    }
  }
  return cells;
}

/** True when every threshold for the whole picture would miss the ink in a good part of it. */
function isUneven({ paper, ink }: Cells): boolean {
  const changes = new Int32Array(257); // where thresholds begin and cease to be right for a cell
  let inked = 0;
  for (let at = 0; at < paper.length; at++) {
    const [bright = 0, dark = 0] = [paper[at], ink[at]];
    const contrast = bright - dark;
    if (contrast < Math.max(LEAST_STEP, bright * LEAST_CONTRAST)) continue;
    inked++;
    const [from, to] = [Math.ceil(dark + contrast * MARGIN), Math.floor(bright - contrast * MARGIN)];
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to + 1] = (changes[to + 1] ?? 0) - 1;
  }
  if (inked < FEWEST_CELLS) return false;
  let [right, most] = [0, 0];
  for (const change of changes) {
    right += change;
    most = Math.max(most, right);
  }
  return most < inked * (1 - MOST_MISSED);
}

/** True when it is the ink that differs, such as pale print next to black: to divide by the paper would change nothing. */
function isPlain({ paper }: Cells): boolean {
  return Math.min(...paper) >= Math.max(...paper) * LEAST_OF_PLAIN;
}

/** The paper without what is darker and smaller than three cells, such as a headline or a stamp. */
function close(cells: Cells): Cells {
  const spread = eachWithNeighbours(cells, (values) => Math.max(...values));
  return eachWithNeighbours(spread, (values) => Math.min(...values));
}

function smooth(cells: Cells): Cells {
  return eachWithNeighbours(cells, (values) => values.reduce((sum, value) => sum + value, 0) / values.length);
}

function eachWithNeighbours(cells: Cells, combine: (values: number[]) => number): Cells {
  const { columns, rows, paper } = cells;
  const combined = paper.map((_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const values: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        values.push(paper[y * columns + x] ?? 255);
    return combine(values);
  });
  return { ...cells, paper: combined };
}

/** Each pixel as part of the paper under it, which is interpolated between the middles of the cells. */
function divide({ gray, width, height }: OcrImage, { columns, rows, paper }: Cells): Uint8Array {
  const side = sideOf(width, height);
  const even = new Uint8Array(gray.length);
  const across = placesOf(width, side, columns);
  const down = placesOf(height, side, rows);
  const line = new Float32Array(columns);
  for (let y = 0; y < height; y++) {
    const [above = 0, below = 0, share = 0] = [down.first[y], down.second[y], down.share[y]];
    for (let column = 0; column < columns; column++) {
      const [upper = 255, lower = 255] = [paper[above * columns + column], paper[below * columns + column]];
      line[column] = Math.max(DARKEST, upper + (lower - upper) * share);
    }
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const first = line[across.first[x] ?? 0] ?? 255;
      const second = line[across.second[x] ?? 0] ?? 255;
      const light = first + (second - first) * (across.share[x] ?? 0);
      even[at] = Math.min(255, ((gray[at] ?? 0) * 255) / light);
    }
  }
  return even;
}

/** For each pixel of a side: the cells whose middles it is between, and how far it is from the first to the second. */
function placesOf(length: number, side: number, cells: number): Record<'first' | 'second' | 'share', Float64Array> {
  const places = { first: new Float64Array(length), second: new Float64Array(length), share: new Float64Array(length) };
  for (let at = 0; at < length; at++) {
    const place = Math.max(0, Math.min(cells - 1, (at + 0.5) / side - 0.5));
    places.first[at] = Math.floor(place);
    places.second[at] = Math.min(cells - 1, Math.floor(place) + 1);
    places.share[at] = place % 1;
  }
  return places;
}

function sideOf(width: number, height: number): number {
  return Math.max(8, Math.ceil(Math.max(width, height) / CELLS));
}
