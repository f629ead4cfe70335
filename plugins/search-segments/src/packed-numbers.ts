const BYTES = 8;
const HIGH = 2 ** 32;

/** Reads numbers that PostgreSQL has put together with `int8send`. */
export function unpackNumbers(bytes: Buffer): Float64Array {
  const numbers = new Float64Array(bytes.length / BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < numbers.length; index += 1) {
    numbers[index] = view.getInt32(index * BYTES) * HIGH + view.getUint32(index * BYTES + 4);
  }
  return numbers;
}
