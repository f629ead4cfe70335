import type { Picture } from './recognizer.js';

const WINDOW = 24; // radius of the neighbourhood that tells ink from paper
const DARKER = 0.85;
const LONGEST_RUN = 40; // longer runs are ruling lines, frames and shadows
const COARSE = 1;
const FINE = 0.15;
const REACH = 15;
const GAIN = 1.12;
const ENOUGH_POINTS = 15_000; // to find the angle roughly
const SMALLEST = 0.3;

export interface TextAngle {
  /** Degrees clockwise that lay the lines of text level; 0 when turning gains nothing. */
  level: number;
  /** True when the lines look upright rather than level. */
  sideways: boolean;
}

/** Finds the angle of the text lines by projection profiles. Meant for copies of about 700 pixels. */
export function textAngle(picture: Picture): TextAngle {
  const { xs, ys } = inkPoints(picture);
  if (xs.length < 50) return { level: 0, sideways: false };
  const level = bestAngle(xs, ys);
  const upright = bestAngle(ys, xs);
  const sideways = upright.score > level.score * 1.6;
  return {
    level: level.score > level.straight * GAIN && Math.abs(level.angle) >= SMALLEST ? level.angle : 0,
    sideways,
  };
}

interface Angle {
  angle: number;
  score: number;
  /** Score without turning. */
  straight: number;
}

function bestAngle(xs: Float32Array, ys: Float32Array): Angle {
  const around = coarseAngle(xs, ys);
  const straight = sharpness(xs, ys, 0);
  let best = { angle: 0, score: straight };
  for (let step = -6; step <= 6; step++) {
    const angle = around + step * FINE;
    const score = sharpness(xs, ys, angle);
    if (score > best.score) best = { angle, score };
  }
  return { ...best, straight };
}

function coarseAngle(xs: Float32Array, ys: Float32Array): number {
  const step = Math.ceil(xs.length / ENOUGH_POINTS);
  const isSampled = (_: number, index: number): boolean => index % step === 0;
  const [fewXs, fewYs] = step === 1 ? [xs, ys] : [xs.filter(isSampled), ys.filter(isSampled)];
  let best = { angle: 0, score: sharpness(fewXs, fewYs, 0) };
  for (let angle = -REACH; angle <= REACH; angle += COARSE) {
    const score = sharpness(fewXs, fewYs, angle);
    if (score > best.score) best = { angle, score };
  }
  return best.angle;
}

/** How sharply lines stand out when the points are turned clockwise: the squared steps of the row profile. */
function sharpness(xs: Float32Array, ys: Float32Array, degrees: number): number {
  const radians = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const rows = new Float64Array(4096);
  for (let at = 0; at < xs.length; at++) {
    const row = ((ys[at] ?? 0) * cos + (xs[at] ?? 0) * sin + 2048) | 0;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  let score = 0;
  for (let row = 1; row < rows.length; row++) score += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return score;
}

function inkPoints(picture: Picture): { xs: Float32Array; ys: Float32Array } {
  const { width, height } = picture;
  const ink = inkMask(picture);
  const inLine = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) markRuns(ink, inLine, y * width, 1, width);
  for (let x = 0; x < width; x++) markRuns(ink, inLine, x, width, height);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at < ink.length; at++) {
    if (ink[at] !== 1 || inLine[at] === 1) continue;
    xs.push((at % width) - width / 2);
    ys.push(Math.floor(at / width) - height / 2);
  }
  return { xs: Float32Array.from(xs), ys: Float32Array.from(ys) };
}

function markRuns(ink: Uint8Array, inLine: Uint8Array, start: number, step: number, length: number): void {
  let run = 0;
  for (let index = 0; index <= length; index++) {
    if (index < length && ink[start + index * step] === 1) {
      run++;
      continue;
    }
    if (run > LONGEST_RUN) for (let back = 1; back <= run; back++) inLine[start + (index - back) * step] = 1;
    run = 0;
  }
}

/** 1 where a pixel is clearly darker than its neighbourhood, so that shade and coloured paper do not count. */
function inkMask({ gray, width, height }: Picture): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += gray[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const sum = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - WINDOW), Math.min(height, y + WINDOW + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - WINDOW), Math.min(width, x + WINDOW + 1)];
      const total = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
      const mean = total / ((right - left) * (bottom - top));
      if ((gray[y * width + x] ?? 255) < mean * DARKER - 4) mask[y * width + x] = 1;
    }
  }
  return mask;
}
