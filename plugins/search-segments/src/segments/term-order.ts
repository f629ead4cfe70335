/** Negative, zero or positive, as the first term stands before, at or after the second in byte order. */
export function compareTerms(first: Uint8Array, second: Uint8Array): number {
  return compareBytes(first, 0, first.length, second, 0, second.length);
}

/** The same for parts of two arrays. */
export function compareBytes(
  first: Uint8Array,
  firstStart: number,
  firstEnd: number,
  second: Uint8Array,
  secondStart: number,
  secondEnd: number,
): number {
  const length = Math.min(firstEnd - firstStart, secondEnd - secondStart);
  for (let index = 0; index < length; index += 1) {
    const difference = (first[firstStart + index] ?? 0) - (second[secondStart + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return firstEnd - firstStart - (secondEnd - secondStart);
}
