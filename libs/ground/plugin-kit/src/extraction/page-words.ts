/** A word on a page, and where it is. */
export interface PageWord {
  text: string;
  /**
   * Left, top, width and height as parts of the page's width and height, 0 to 1, from the top left corner of the page as
   * a viewer shows it.
   */
  box: readonly [x: number, y: number, width: number, height: number];
  /** How sure the recognition is, 0 to 100; missing for words that were not recognized, but stand in the file. */
  confidence?: number;
}

/** Words that are kept of one page; the others are left out. */
const MOST_WORDS = 10_000;
const MOST_LOOKED_AT = 10 * MOST_WORDS;
/** UTF-16 units. */
const LONGEST_WORD = 200;
const MOST_CHARACTERS = 200_000;
/** Boxes are kept in ten-thousandths: a tenth of a millimetre on a sheet of a metre. */
const UNIT = 10_000;
/** The second one has the confidence of each word behind the boxes. */
const FORMAT = { plain: 1, withConfidence: 2 };
const UNKNOWN_CONFIDENCE = 255;
const HEADER_BYTES = 5;
const BYTES_OF_BOX = 8;
const PLAIN = /^[\x21-\x7e]+$/;
const UNWANTED = /[\s\p{Cc}]+/gu;

/**
 * The words of one page in little memory: a scan of hundreds of pages has hundreds of thousands of them. Boxes are
 * clamped to the page; words without a text or a usable box, and those beyond the limits, are left out.
 */
export class PackedWords implements Iterable<PageWord> {
  private constructor(
    private readonly texts: string,
    private readonly boxes: Uint16Array,
    /** Missing when it is known of no word. */
    private readonly confidences: Uint8Array | undefined,
  ) {}

  /** Returns how many words there are. */
  get count(): number {
    return this.boxes.length / 4;
  }

  static of(words: Iterable<PageWord>): PackedWords {
    if (words instanceof PackedWords) return words;
    const texts: string[] = [];
    const boxes: number[] = [];
    const confidences: number[] = [];
    let seen = 0;
    let characters = 0;
    for (const word of words) {
      seen += 1;
      const text = wordText(word);
      const box = text === '' ? undefined : clampedBox(word);
      if (box && characters + text.length <= MOST_CHARACTERS) {
        texts.push(text);
        boxes.push(box[0], box[1], box[2], box[3]);
        confidences.push(wholeConfidence(word));
        characters += text.length;
      }
      if (texts.length >= MOST_WORDS || seen >= MOST_LOOKED_AT) break;
    }
    const isKnown = confidences.some((confidence) => confidence !== UNKNOWN_CONFIDENCE);
    const known = isKnown ? Uint8Array.from(confidences) : undefined;
    return new PackedWords(texts.join('\n'), Uint16Array.from(boxes), known);
  }

  *[Symbol.iterator](): Iterator<PageWord> {
    if (this.count === 0) return;
    const { boxes } = this;
    for (const [index, text] of this.texts.split('\n').entries()) {
      const at = index * 4;
      const part = (offset: number): number => (boxes[at + offset] ?? 0) / UNIT;
      const box = [part(0), part(1), part(2), part(3)] as const;
      yield { text, box, ...knownConfidence(this.confidences?.[index]) };
    }
  }

  /** In a form for storage. The numbers of one kind follow each other, which compresses well. */
  toBytes(): Uint8Array {
    const texts = new TextEncoder().encode(this.texts);
    const { confidences = new Uint8Array() } = this;
    const bytes = new Uint8Array(HEADER_BYTES + this.boxes.length * 2 + confidences.length + texts.length);
    const view = new DataView(bytes.buffer);
    view.setUint8(0, confidences.length > 0 ? FORMAT.withConfidence : FORMAT.plain);
    view.setUint32(1, this.count, true);
    let at = HEADER_BYTES;
    for (let side = 0; side < 4; side += 1) {
      for (let index = side; index < this.boxes.length; index += 4) {
        view.setUint16(at, this.boxes[index] ?? 0, true);
        at += 2;
      }
    }
    bytes.set(confidences, at);
    bytes.set(texts, at + confidences.length);
    return bytes;
  }

  /** Reads what `toBytes` has written. Anything else has no words, or words within the limits. */
  static fromBytes(bytes: Uint8Array): PackedWords {
    return PackedWords.of(storedWords(bytes));
  }
}

function* storedWords(bytes: Uint8Array): Iterable<PageWord> {
  if (bytes.length < HEADER_BYTES) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(1, true);
  const format = view.getUint8(0);
  const confidences = HEADER_BYTES + count * BYTES_OF_BOX;
  const start = format === FORMAT.withConfidence ? confidences + count : confidences;
  if (!Object.values(FORMAT).includes(format) || count > MOST_WORDS || start > bytes.length) return;
  const texts = new TextDecoder().decode(bytes.subarray(start)).split('\n');
  for (let index = 0; index < count; index += 1) {
    const part = (side: number): number => view.getUint16(HEADER_BYTES + (side * count + index) * 2, true) / UNIT;
    const box = [part(0), part(1), part(2), part(3)] as const;
    const confidence = start > confidences ? view.getUint8(confidences + index) : undefined;
    yield { text: texts[index] ?? '', box, ...knownConfidence(confidence) };
  }
}

function knownConfidence(stored = UNKNOWN_CONFIDENCE): { confidence?: number } {
  return stored === UNKNOWN_CONFIDENCE ? {} : { confidence: stored };
}

function wholeConfidence({ confidence }: { confidence?: unknown }): number {
  const isKnown = typeof confidence === 'number' && confidence >= 0 && confidence <= 100;
  return isKnown ? Math.round(confidence) : UNKNOWN_CONFIDENCE;
}

/** Plugins are not all compiled against the types. */
function wordText(word: Partial<PageWord> | null | undefined): string {
  const text: unknown = word?.text;
  if (typeof text !== 'string') return '';
  const kept = text.length > LONGEST_WORD ? text.slice(0, LONGEST_WORD) : text;
  return PLAIN.test(kept) ? kept : kept.replace(UNWANTED, '').toWellFormed();
}

function clampedBox({ box }: { box?: unknown }): [number, number, number, number] | undefined {
  if (!Array.isArray(box) || box.length !== 4 || !box.every(Number.isFinite)) return undefined;
  const [x, y, width, height] = box as [number, number, number, number];
  if (width <= 0 || height <= 0) return undefined;
  const [left, right] = [toUnits(x), toUnits(x + width)];
  const [top, bottom] = [toUnits(y), toUnits(y + height)];
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : undefined;
}

function toUnits(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * UNIT);
}
