/** Kinds of records that matter here, by the number they have in the file. */
export const RECORD = {
  document: 1000,
  slide: 1006,
  notes: 1008,
  notesAtom: 1009,
  slidePersistAtom: 1011,
  mainMaster: 1016,
  textChars: 4000,
  textBytes: 4008,
  string: 4026,
  headersFooters: 4057,
  userEdit: 4085,
  slideList: 4080,
  binaryTagData: 5003,
  persistDirectory: 6002,
  comment: 12000,
} as const;

export interface PresentationRecord {
  kind: number;
  /** Tells records of one kind apart, such as the three strings of a comment. */
  instance: number;
  /** Where the record begins. */
  at: number;
  /** Where its content begins and ends. */
  from: number;
  to: number;
  /** True when its content is records. */
  isContainer: boolean;
}

const HEADER_BYTES = 8;
const CONTAINER = 0xf;

export function recordAt(bytes: Buffer, at: number, end: number = bytes.length): PresentationRecord | undefined {
  if (at < 0 || at + HEADER_BYTES > end) return undefined;
  const head = bytes.readUInt16LE(at);
  const kind = bytes.readUInt16LE(at + 2);
  const from = at + HEADER_BYTES;
  const to = Math.min(end, from + bytes.readUInt32LE(at + 4));
  const isContainer = (head & 0xf) === CONTAINER || kind === RECORD.binaryTagData;
  return { kind, instance: head >> 4, at, from, to, isContainer };
}

/**
 * The records between two places in their order, those inside of others as well; with `isSkipped`, without what is inside of
 * some. Since the content of a container begins behind its header and its end is the end of its last record, nothing has
 * to be remembered while it is read, however deep records nest.
 */
export function* recordsIn(
  bytes: Buffer,
  range: { from: number; to: number },
  isSkipped: (record: PresentationRecord) => boolean = () => false,
): Generator<PresentationRecord> {
  let at = range.from;
  for (;;) {
    const record = recordAt(bytes, at, range.to);
    if (record === undefined) return;
    yield record;
    at = record.isContainer && !isSkipped(record) ? record.from : record.to;
  }
}
