/** Cells with a value; each takes some hundred bytes while the workbook is read. */
const CELLS = new Set([0x03, 0x04, 0x06, 0xd6, 0xfd, 0x203, 0x204, 0x205, 0x206, 0x27e, 0x406]);
const ROW_OF_NUMBERS = 0xbd;
const FILE_PASS = 0x2f;
/** What else the text of cells and comments, and how numbers are shown, depends on. */
const OTHERS = new Set([
  ...[0x09, 0x209, 0x409, 0x809, 0x0a], // begin and end of a workbook or sheet
  ...[0x85, 0x8d, 0x8e, 0x8f], // names of sheets
  ...[0x00, 0x200], // range of the cells of a sheet
  ...[0xfc], // texts that cells share
  ...[0x07, 0x207], // texts that formulas result in
  ...[0x1e, 0x41e, 0x43, 0x44, 0x243, 0x443, 0xe0], // formats
  ...[0x22, 0x42], // first day, code page
  ...[0x1c, 0x5d, 0x1b6], // comments
]);
/** More of the record before. */
const CONTINUATION = 0x3c;
/** A kind of which the parser reads nothing and logs nothing: "written by Excel 2000". */
const IGNORED = 0x01c0;
const HEADER_BYTES = 4;

/** In a binary workbook the kinds of cells have the lowest numbers. */
const LAST_BINARY_CELL = 11;
const BINARY_LINK = 494;

export interface PreparedRecords {
  /** The records that are read; others are left out or have another kind. */
  records: Buffer;
  cells: number;
}

/**
 * The records of a workbook from before 2007, of which those that are not read have another kind. The parser would go
 * through each cell of a range for a link, and there may be many links to all cells of a sheet.
 */
export function preparedStream(stream: Buffer): PreparedRecords & { isEncrypted: boolean } {
  const records = Buffer.from(stream);
  let isEncrypted = false;
  let isKept = false;
  let cells = 0;
  for (let at = 0; at + HEADER_BYTES <= records.length;) {
    const kind = records.readUInt16LE(at);
    const length = records.readUInt16LE(at + 2);
    if (kind === FILE_PASS) isEncrypted = true;
    if (kind === ROW_OF_NUMBERS) cells += Math.floor(length / 6);
    else if (CELLS.has(kind)) cells += 1;
    if (kind !== CONTINUATION) isKept = kind === ROW_OF_NUMBERS || CELLS.has(kind) || OTHERS.has(kind);
    if (!isKept) records.writeUInt16LE(IGNORED, at);
    at += HEADER_BYTES + length;
  }
  return { records, isEncrypted, cells };
}

/** The same for a sheet of a binary workbook, where the kind and the length of a record have seven bits in each byte. */
export function preparedBinarySheet(part: Buffer): PreparedRecords {
  const kept: Buffer[] = [];
  let cells = 0;
  let keptFrom = 0;
  for (let at = 0; at < part.length;) {
    const start = at;
    const first = part[at] ?? 0;
    const kind = first < 0x80 ? first : (first & 0x7f) | (((part[at + 1] ?? 0) & 0x7f) << 7);
    at += first < 0x80 ? 1 : 2;
    let length = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = part[at] ?? 0;
      at += 1;
      length += (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    at += length;
    if (kind > 0 && kind <= LAST_BINARY_CELL) cells += 1;
    if (kind !== BINARY_LINK) continue;
    kept.push(part.subarray(keptFrom, start));
    keptFrom = at;
  }
  return { records: Buffer.concat([...kept, part.subarray(keptFrom)]), cells };
}
