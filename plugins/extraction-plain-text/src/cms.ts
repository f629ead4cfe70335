/** What is in a file of the Cryptographic Message Syntax, which S/MIME mails and signed files are kept in. */
export interface CmsFile {
  kind: 'encrypted' | 'signed' | 'unknown';
  /** What was signed; not for a signature alone, which is kept next to what it signs. */
  content?: Buffer;
}

const SIGNED = '2a864886f70d010702';
const ENCRYPTED = new Set(['2a864886f70d010703', '2a864886f70d010706', '2a864886f70d0109100117']);
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const SET = 0x31;
const IDENTIFIER = 0x06;
const OUTER = 0xa0;
const OCTETS = 0x04;
const PIECES = 0x24;
const UNKNOWN: CmsFile = { kind: 'unknown' };
const ARMOUR = /-----(?:BEGIN|END) [A-Z\d ]{1,40}-----/g;
const BASE64 = /^[A-Za-z\d+/=\s]+$/;

/**
 * Looks for the content alone: neither signatures nor certificates are read or checked. Takes time in proportion to the
 * length: nothing is read twice, and no tree is made of what is passed over.
 */
export function openCms(given: Buffer): CmsFile {
  const reader = new BerReader(binaryOf(given));
  if (!reader.enter(SEQUENCE)) return UNKNOWN;
  const kind = reader.take(IDENTIFIER)?.toString('hex');
  if (kind === undefined) return UNKNOWN;
  if (ENCRYPTED.has(kind)) return { kind: 'encrypted' };
  if (kind !== SIGNED || !reader.enter(OUTER) || !reader.enter(SEQUENCE)) return UNKNOWN;
  if (!reader.skip(INTEGER) || !reader.skip(SET) || !reader.enter(SEQUENCE) || !reader.skip(IDENTIFIER)) return UNKNOWN;
  if (!reader.enter(OUTER)) return { kind: 'signed' };
  const content = reader.octets();
  return content === undefined ? UNKNOWN : { kind: 'signed', content };
}

/** Some are written as text. */
function binaryOf(given: Buffer): Buffer {
  if (given[0] === SEQUENCE && given[1] !== undefined && given[1] > 0x7f) return given;
  const text = given.toString('latin1').replaceAll(ARMOUR, '');
  return BASE64.test(text) ? Buffer.from(text, 'base64') : given;
}

interface Header {
  tag: number;
  start: number;
  /** Missing where the end is marked by two zeros. */
  end: number | undefined;
}

/** Reads elements of the Basic Encoding Rules one after the other. */
class BerReader {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** Goes to the first element in the next one, if that is of this kind. */
  enter(tag: number): boolean {
    const header = this.#headerAt(this.#at);
    if (header?.tag !== tag) return false;
    this.#at = header.start;
    return true;
  }

  /** The content of the next element, and goes behind it. */
  take(tag: number): Buffer | undefined {
    const header = this.#headerAt(this.#at);
    if (header?.tag !== tag || header.end === undefined) return undefined;
    this.#at = header.end;
    return this.bytes.subarray(header.start, header.end);
  }

  skip(tag: number): boolean {
    const header = this.#headerAt(this.#at);
    if (header?.tag !== tag) return false;
    this.#at = header.end ?? this.#walk(header, () => undefined);
    return true;
  }

  /** A string of bytes, whole or in pieces. */
  octets(): Buffer | undefined {
    const header = this.#headerAt(this.#at);
    if (header?.tag === OCTETS && header.end !== undefined) return this.bytes.subarray(header.start, header.end);
    if (header?.tag !== PIECES) return undefined;
    const pieces: Buffer[] = [];
    this.#walk(header, ({ tag, start, end }) => {
      if (tag === OCTETS) pieces.push(this.bytes.subarray(start, end));
    });
    return Buffer.concat(pieces);
  }

  /** Passes the innermost elements in an element, and returns where it ends. */
  #walk(outer: Header, pass: (header: Header) => void): number {
    const last = outer.end ?? this.bytes.length;
    let at = outer.start;
    let open = outer.end === undefined ? 1 : 0;
    while (at < last) {
      const isEnd = this.bytes[at] === 0 && this.bytes[at + 1] === 0;
      const header = isEnd ? undefined : this.#headerAt(at);
      if (isEnd) open -= 1;
      if (isEnd && open === 0 && outer.end === undefined) return at + 2;
      if (!isEnd && header === undefined) return last;
      if (header === undefined) at += 2;
      else if (header.end === undefined || header.tag === PIECES) {
        if (header.end === undefined) open += 1;
        at = header.start;
      } else {
        pass(header);
        at = header.end;
      }
    }
    return last;
  }

  #headerAt(at: number): Header | undefined {
    const tag = this.bytes[at];
    const first = this.bytes[at + 1];
    if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
    if (first === 0x80) return { tag, start: at + 2, end: undefined };
    if (first < 0x80) return this.#within({ tag, start: at + 2, end: at + 2 + first });
    const digits = first & 0x7f;
    const start = at + 2 + digits;
    if (digits > 6 || start > this.bytes.length) return undefined;
    return this.#within({ tag, start, end: start + this.bytes.readUIntBE(at + 2, digits) });
  }

  /** Of a file whose end is missing, what is there. */
  #within({ tag, start, end }: { tag: number; start: number; end: number }): Header {
    return { tag, start, end: Math.min(end, this.bytes.length) };
  }
}
