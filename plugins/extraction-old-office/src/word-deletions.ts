/** A part of the stream of a document, in bytes. */
export interface FileRange {
  from: number;
  to: number;
}

const PAGE_BYTES = 512;
const IS_DELETED = 0x0800;
/** Bytes of the value of a property, by the kind that its number has; `undefined`: the value begins with its length. */
const VALUE_BYTES = [1, 1, 2, 4, 2, 2, undefined, 3];

/**
 * The text that is marked as deleted while changes are tracked, as ranges that do not overlap, in order. It is still in the
 * file, but not part of the document.
 */
export function deletedRanges(document: Buffer, table: Buffer): FileRange[] {
  const start = document.readUInt32LE(0xfa);
  const list = table.subarray(start, start + document.readUInt32LE(0xfe));
  const count = Math.floor((list.length - 4) / 8);
  const ranges: FileRange[] = [];
  const seen = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const page = list.readUInt32LE((count + 1 + index) * 4);
    if (seen.has(page)) continue;
    seen.add(page);
    ranges.push(...rangesOfPage(document.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)));
  }
  return merged(ranges);
}

/** A page lists runs of characters, and for each where in the page its properties are. */
function rangesOfPage(page: Buffer): FileRange[] {
  if (page.length < PAGE_BYTES) return [];
  const runs = page.readUInt8(PAGE_BYTES - 1);
  const ranges: FileRange[] = [];
  for (let run = 0; run < runs && (runs + 1) * 4 + run < PAGE_BYTES; run += 1) {
    const at = page.readUInt8((runs + 1) * 4 + run) * 2;
    if (at === 0) continue;
    const properties = page.subarray(at + 1, at + 1 + page.readUInt8(at));
    if (isDeleted(properties)) ranges.push({ from: page.readUInt32LE(run * 4), to: page.readUInt32LE(run * 4 + 4) });
  }
  return ranges;
}

function isDeleted(properties: Buffer): boolean {
  let at = 0;
  while (at + 3 <= properties.length) {
    const property = properties.readUInt16LE(at);
    if (property === IS_DELETED) return (properties.readUInt8(at + 2) & 1) === 1;
    at += 2 + (VALUE_BYTES[property >> 13] ?? 1 + properties.readUInt8(at + 2));
  }
  return false;
}

function merged(ranges: FileRange[]): FileRange[] {
  const result: FileRange[] = [];
  for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (to <= from) continue;
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
