import { isUtf8 } from 'node:buffer';
import { decodeAs, guessEncoding, linearMailParser } from '@archivolt/plugin-kit';
import PostalMime from 'postal-mime';

/** A part of a mail, as the library keeps it. */
export interface MailNode {
  headers: readonly { key: string; value: string }[];
  childNodes: readonly MailNode[];
  contentType: { parsed: { value: string; params: MailParameters }; multipart: string | false };
  contentDisposition: { parsed: { value: string; params: MailParameters } };
  contentTransferEncoding: { encoding: string };
  contentId?: string;
  /** Decoded; `null` when the part has no body. */
  content: ArrayBuffer | null;
  /** Joins the lines of a paragraph of `format=flowed`. */
  decodeFlowedText(text: string, isWithoutSpaces: boolean): string;
}

type MailParameters = Readonly<Record<string, string | undefined>>;

/** What the published types leave out. The version of the package is exact, and the specs fail when it changes. */
interface ParserState {
  root: MailNode;
  currentNode: MailNode & { state: 'body' | 'finished' | 'header' };
  boundaries: readonly { value: Uint8Array }[];
  av: Uint8Array<ArrayBuffer>;
  readPos: number;
}

interface Line {
  bytes: Uint8Array<ArrayBuffer>;
  done: boolean;
}

/** Headers of all parts together; each of 1,000 parts may have some. Real mails nest less than ten levels. */
const LIMITS = { maxHeadersSize: 1024 * 1024, maxNestingDepth: 50 };
/** Each part takes memory, also one without a byte. The host keeps 1,000 files of a mail. */
const MOST_BOUNDARIES = 20_000;
/** Of base64, whose line ends do not matter. */
const BLOCK_BYTES = 64 * 1024;
/** Where a mail says in which encoding its text is. */
const HEAD_BYTES = 64 * 1024;
const WESTERN = 'windows-1252';
const LF = 10;
const CR = 13;
const HYPHEN = 45;
const SPACES: ReadonlySet<number | undefined> = new Set([9, 32, CR]);

/** Parses the structure of a mail. Rejects when parts nest deeper, or parts or headers are more than in any real mail. */
export async function parseMail(bytes: Uint8Array, limits = LIMITS): Promise<MailNode> {
  return linearMailParser(new MailTree(limits)).tree(bytes);
}

/**
 * The library decodes bodies line by line and keeps each line as an object, so that a forwarded mail of 50 MB would need
 * more memory than a child has. Here a body is one piece; headers stay lines. What the library makes of the tree (texts,
 * lists of addresses from headers of any length) is left out.
 */
class MailTree extends PostalMime {
  #source = Buffer.alloc(0);
  /** Where the body that is being read ends. */
  #bodyEnd = -1;
  #boundaries = 0;
  #headerEncoding: string | undefined;

  async tree(bytes: Uint8Array): Promise<MailNode> {
    const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    // The library copies a part of a buffer.
    await this.parse(isWhole ? (bytes.buffer as ArrayBuffer) : bytes);
    return this.#state.root;
  }

  get #state(): ParserState {
    return this as unknown as ParserState;
  }

  /** Called by the library. */
  protected readLine(): Line {
    const { av, currentNode, readPos } = this.#state;
    if (this.#source.buffer !== av.buffer) this.#source = Buffer.from(av.buffer, av.byteOffset, av.byteLength);
    const { encoding } = currentNode.contentTransferEncoding;
    const isOfLines = currentNode.state === 'header' || encoding.includes('quoted-printable');
    const isBoundary = this.#isBoundary(readPos);
    if (isBoundary) this.#boundaries += 1;
    if (this.#boundaries > MOST_BOUNDARIES) throw new Error('the mail has too many parts');
    if (isOfLines || isBoundary) return this.#nextLine(currentNode.state === 'header');
    if (readPos > this.#bodyEnd) this.#bodyEnd = this.#endOfBody(readPos);
    const isBase64 = encoding.includes('base64');
    return this.#piece(isBase64 ? Math.min(this.#bodyEnd, readPos + BLOCK_BYTES) : this.#bodyEnd, isBase64);
  }

  /** Called by the library: sorts texts and attachments, which is done elsewhere. */
  protected async collectNode(): Promise<void> {
    // nothing
  }

  /** Called by the library: reads addresses, which is done elsewhere. */
  protected buildMessage(): object {
    return {};
  }

  #nextLine(isHeader: boolean): Line {
    const { readPos } = this.#state;
    const found = this.#source.indexOf(LF, readPos);
    const { bytes, done } = this.#piece(found < 0 ? this.#source.length : found, false);
    // Some programs write headers in the characters of their system.
    const isForeign = isHeader && !isUtf8(bytes);
    return { bytes: isForeign ? new TextEncoder().encode(this.#decodedHeader(bytes)) : bytes, done };
  }

  #decodedHeader(line: Uint8Array): string {
    this.#headerEncoding ??= this.#guessedHeaderEncoding(line);
    return decodeAs(this.#headerEncoding, line) ?? '';
  }

  /** Guessed once, as all of them are in the same one. */
  #guessedHeaderEncoding(firstForeign: Uint8Array): string {
    const start = this.#source.subarray(0, HEAD_BYTES);
    const text = start.toString('latin1');
    const head = start.subarray(0, /\n\r?\n/.exec(text)?.index ?? start.length);
    const named = /charset\s*=\s*"?([\w-]+)/i.exec(text)?.[1];
    return guessEncoding(isUtf8(head) ? Buffer.from(firstForeign) : head, { named }) ?? WESTERN;
  }

  /** The bytes up to `end`, where a line ends unless `isCut`. */
  #piece(end: number, isCut: boolean): Line {
    const state = this.#state;
    const from = state.readPos;
    let last = end;
    while (!isCut && last > from && this.#source[last - 1] === CR) last -= 1;
    const isAtLineEnd = this.#source[end] === LF;
    state.readPos = isAtLineEnd ? end + 1 : end;
    return { bytes: state.av.subarray(from, last), done: state.readPos >= this.#source.length };
  }

  /** The end of the line in front of the next boundary, or of the mail. */
  #endOfBody(from: number): number {
    for (let at = this.#source.indexOf('\n--', from); at >= 0; at = this.#source.indexOf('\n--', at + 1))
      if (this.#isBoundary(at + 1)) return at;
    return this.#source.length;
  }

  #isBoundary(at: number): boolean {
    if (this.#source[at] !== HYPHEN || this.#source[at + 1] !== HYPHEN) return false;
    return this.#state.boundaries.some(({ value }) => {
      const end = at + 2 + value.length;
      const isSame = end <= this.#source.length && this.#source.compare(value, 0, value.length, at + 2, end) === 0;
      return isSame && this.#isLineEnd(end);
    });
  }

  /** True when nothing but the mark of the last boundary and spaces follow on the line. */
  #isLineEnd(from: number): boolean {
    let at = this.#source[from] === HYPHEN && this.#source[from + 1] === HYPHEN ? from + 2 : from;
    while (SPACES.has(this.#source[at])) at += 1;
    return at >= this.#source.length || this.#source[at] === LF;
  }
}
