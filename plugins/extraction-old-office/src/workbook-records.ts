/** Cells with a value; each takes some hundred bytes while the workbook is read. */
const CELLS = new Set([0x03, 0x04, 0x06, 0xd6, 0xfd, 0x203, 0x204, 0x205, 0x206, 0x27e, 0x406]);
const ROW_OF_NUMBERS = 0xbd;
const FILE_PASS = 0x2f;
/** What else the text of cells, and how numbers are shown, depends on. */
const OTHERS = new Set([
  ...[0x09, 0x209, 0x409, 0x809, 0x0a], // begin and end of a workbook or sheet
  ...[0x85, 0x8d, 0x8e, 0x8f], // names of sheets
  ...[0x00, 0x200], // range of the cells of a sheet
  ...[0xfc], // texts that cells share
  ...[0x1e, 0x41e, 0x43, 0x44, 0x243, 0x443, 0xe0], // formats
  ...[0x22, 0x42], // first day, code page
]);
const COMMENTS = new Set([0x1c, 0x5d, 0x1b6]);
/** More of the record before. */
const CONTINUATION = 0x3c;
/** The text that the formula of the last cell results in. */
const RESULTS = new Set([0x07, 0x207]);
const LONGEST_RECORD = 0xffff;
/** A kind of which the parser reads nothing and logs nothing: "written by Excel 2000". */
const IGNORED = 0x01c0;
const HEADER_BYTES = 4;

/** In a binary workbook the kinds of cells have the lowest numbers. */
const LAST_BINARY_CELL = 11;
const BINARY_LINK = 494;

/** Of a workbook from before 2007. */
export interface WorkbookOverview {
  isEncrypted: boolean;
  cells: number;
}

export function overviewOf(stream: Buffer): WorkbookOverview {
  let isEncrypted = false;
  let cells = 0;
  for (const { kind, length } of recordsIn(stream)) {
    if (kind === FILE_PASS) isEncrypted = true;
    cells += cellsOf(kind, length);
  }
  return { isEncrypted, cells };
}

/**
 * The records of a workbook from before 2007 with some of its cells, and with the comments when the first cell is among
 * them. All others become records of another kind. So the memory for cells is bounded, and the parser does not go through
 * each cell of a range for a link: there may be many links to all cells of a sheet.
 */
export function withSomeCells(stream: Buffer, from: number, to: number): Buffer {
  const records = Buffer.from(stream);
  let cell = 0;
  let isCellKept = false;
  let isKept = false;
  let hidden: { at: number; length: number } | undefined;
  for (const { kind, length, at } of recordsIn(stream)) {
    const cells = cellsOf(kind, length);
    if (cells > 0) isKept = isCellKept = cell >= from && cell < to;
    else if (RESULTS.has(kind)) isKept = isCellKept;
    else if (kind !== CONTINUATION) isKept = OTHERS.has(kind) || (from === 0 && COMMENTS.has(kind));
    cell += cells;
    if (isKept) hidden = undefined;
    else hidden = hide(records, { at, length }, hidden);
  }
  return records;
}

/** Hides a record, together with the hidden ones in front of it when they are not too long for one record. */
function hide(
  records: Buffer,
  record: { at: number; length: number },
  before: { at: number; length: number } | undefined,
): { at: number; length: number } {
  const together = before === undefined ? Infinity : before.length + HEADER_BYTES + record.length;
  if (before !== undefined && together <= LONGEST_RECORD) {
    records.writeUInt16LE(together, before.at + 2);
    return { at: before.at, length: together };
  }
  records.writeUInt16LE(IGNORED, record.at);
  return record;
}

function cellsOf(kind: number, length: number): number {
  if (kind === ROW_OF_NUMBERS) return Math.max(1, Math.floor((length - 6) / 6));
  return CELLS.has(kind) ? 1 : 0;
}

function* recordsIn(stream: Buffer): Generator<{ kind: number; length: number; at: number }> {
  for (let at = 0; at + HEADER_BYTES <= stream.length;) {
    const length = stream.readUInt16LE(at + 2);
    yield { kind: stream.readUInt16LE(at), length, at };
    at += HEADER_BYTES + length;
  }
}

export interface PreparedRecords {
  records: Buffer;
  cells: number;
}

/** The records of a sheet of a binary workbook without links, where the kind and the length of a record have seven bits in each byte. */
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
