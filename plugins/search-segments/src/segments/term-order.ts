/** Bytes of a term that fit into one exact number. */
export const KEY_BYTES = 6;

/** Negative, zero or positive, as the part of the first array stands before, at or after that of the second. */
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

/** The first six bytes of a term as a number: keys that differ are in the order of their terms. */
export function termKey(bytes: Uint8Array, start: number, end: number): number {
  let high = 0;
  let low = 0;
  for (let index = start; index < start + 3; index += 1) {
    high = (high << 8) | (index < end ? (bytes[index] ?? 0) : 0);
    low = (low << 8) | (index + 3 < end ? (bytes[index + 3] ?? 0) : 0);
  }
  return high * 2 ** 24 + low;
}
