/** Maps a point (x, y) to (a x + b y + e, c x + d y + f). */
export interface Affine {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

export const SAME: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** First `inner`, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.b * inner.c,
    b: outer.a * inner.b + outer.b * inner.d,
    c: outer.c * inner.a + outer.d * inner.c,
    d: outer.c * inner.b + outer.d * inner.d,
    e: outer.a * inner.e + outer.b * inner.f + outer.e,
    f: outer.c * inner.e + outer.d * inner.f + outer.f,
  };
}

interface Size {
  width: number;
  height: number;
}

/** From a picture back to the one that it was made of by turning it clockwise around its centre. */
export function unturned(degrees: number, turned: Size, original: Size): Affine {
  const radians = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const [x, y] = [turned.width / 2, turned.height / 2];
  return {
    ...{ a: cos, b: sin, c: -sin, d: cos },
    e: original.width / 2 - cos * x - sin * y,
    f: original.height / 2 + sin * x - cos * y,
  };
}

/** The smallest upright box around a mapped one: left, top, width, height. */
export function mapBox(
  { a, b, c, d, e, f }: Affine,
  [left, top, width, height]: readonly [number, number, number, number],
): [number, number, number, number] {
  const corners = [
    [left, top],
    [left + width, top],
    [left, top + height],
    [left + width, top + height],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + b * y + e);
  const ys = corners.map(([x, y]) => c * x + d * y + f);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}
