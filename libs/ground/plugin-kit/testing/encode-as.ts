import { decodeAs } from '../src/encoding/decode-as.js';

const tables = new Map<string, ReadonlyMap<string, number[]>>();

/** The bytes of a text in an encoding that has no encoder here: the inverse of decoding. */
export function encodeAs(encoding: string, text: string): Buffer {
  const table = tables.get(encoding) ?? inverseOf(encoding);
  tables.set(encoding, table);
  return Buffer.from(
    Array.from(text, (sign) => {
      const bytes = table.get(sign);
      if (bytes === undefined) throw new Error(`${encoding} has no ${sign}`);
      return bytes;
    }).flat(),
  );
}

function inverseOf(encoding: string): Map<string, number[]> {
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]): void => {
    const sign = decodeAs(encoding, Uint8Array.from(bytes)) ?? '';
    if ([...sign].length === 1 && sign !== '\ufffd' && !table.has(sign)) table.set(sign, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  return table;
}
