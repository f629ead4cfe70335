/** Cells with a value; each takes some hundred bytes while the workbook is read. */
const CELLS = new Set([0x03, 0x04, 0x06, 0xd6, 0xfd, 0x203, 0x204, 0x205, 0x206, 0x27e, 0x406]);
const ROW_OF_NUMBERS = 0xbd;
const FILE_PASS = 0x2f;
const HEADER_BYTES = 4;
/** In a binary workbook the kinds of cells have the lowest numbers. */
const LAST_BINARY_CELL = 11;

/** What the records of a workbook stream say without being parsed. */
export interface WorkbookOverview {
  isEncrypted: boolean;
  cells: number;
}

/** Of a workbook from before 2007. */
export function overviewOf(stream: Buffer): WorkbookOverview {
  let isEncrypted = false;
  let cells = 0;
  for (let at = 0; at + HEADER_BYTES <= stream.length;) {
    const kind = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    if (kind === FILE_PASS) isEncrypted = true;
    else if (kind === ROW_OF_NUMBERS) cells += Math.floor(length / 6);
    else if (CELLS.has(kind)) cells += 1;
    at += HEADER_BYTES + length;
  }
  return { isEncrypted, cells };
}

/** In a sheet of a binary workbook, where the kind and the length of a record have seven bits in each byte. */
export function cellsOfBinarySheet(part: Buffer): number {
  let cells = 0;
  for (let at = 0; at < part.length;) {
    const kind = part[at] ?? 0;
    at += kind < 0x80 ? 1 : 2;
    let length = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = part[at] ?? 0;
      at += 1;
      length += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    if (kind > 0 && kind <= LAST_BINARY_CELL) cells += 1;
    at += length;
  }
  return cells;
}
