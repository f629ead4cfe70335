/** A round number at or above the largest value, and the lines between it and zero. */
export function chartScale(values: readonly number[]): { top: number; lines: number[] } {
  const most = Math.max(0, ...values);
  if (most === 0) return { top: 1, lines: [0] };
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [0.25, 0.5, 1, 2.5].map((factor) => factor * power).find((each) => most / each <= 4) ?? 2.5 * power;
  const count = Math.ceil(most / step);
  return { top: count * step, lines: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

export interface Plane {
  width: number;
  height: number;
}

/** The points of a line over the whole plane; y grows downwards. */
export function chartPoints(values: readonly number[], top: number, { width, height }: Plane): [number, number][] {
  const distance = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, index) => [round(index * distance), round(height - (value / top) * height)]);
}

const round = (value: number): number => Math.round(value * 10) / 10;
