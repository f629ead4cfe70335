/** Types of objects that hold text: paragraphs of any kind, and the strings of tables. */
const TEXTS = new Set([2001, 2005]);
const TABLE_STRINGS = 6005;
/** The number of the field that holds the text, or the strings, in objects of both types. */
const CONTENT = 3;
const BYTES = 2;
/** Deeper than the lengths of numbers go. */
const LONGEST_NUMBER = 10;

/** The texts in an unpacked part of an iWork document, which is a row of objects, each with a header. */
export function objectTexts(bytes: Buffer): string[] {
  const texts: string[] = [];
  const reader = new Fields(bytes);
  while (!reader.isAtEnd()) {
    const header = reader.bytes(reader.number());
    for (const [field, info] of fieldsOf(header)) {
      if (field !== 2 || typeof info === 'number') continue;
      const [type, length] = [numberOf(info, 1), numberOf(info, 3)];
      const content = reader.bytes(length);
      if (TEXTS.has(type)) texts.push(...stringsOf(content, CONTENT));
      else if (type === TABLE_STRINGS)
        for (const entry of messagesOf(content, CONTENT)) texts.push(...stringsOf(entry, CONTENT));
    }
  }
  return texts;
}

function numberOf(message: Buffer, field: number): number {
  for (const [each, value] of fieldsOf(message)) if (each === field && typeof value === 'number') return value;
  return 0;
}

function messagesOf(message: Buffer, field: number): Buffer[] {
  return [...fieldsOf(message)].flatMap(([each, value]) =>
    each === field && typeof value !== 'number' ? [value] : [],
  );
}

function stringsOf(message: Buffer, field: number): string[] {
  return messagesOf(message, field).map((bytes) => bytes.toString('utf8'));
}

/** The fields of a message in the form of Protocol Buffers: numbers, and bytes. */
function* fieldsOf(message: Buffer): Generator<[field: number, value: Buffer | number]> {
  const reader = new Fields(message);
  while (!reader.isAtEnd()) {
    const tag = reader.number();
    const kind = tag % 8;
    const field = Math.floor(tag / 8);
    if (kind === 0) yield [field, reader.number()];
    else if (kind === BYTES) yield [field, reader.bytes(reader.number())];
    else if (kind === 1) reader.bytes(8);
    else if (kind === 5) reader.bytes(4);
    else return;
  }
}

/** What is missing at the end of a damaged part reads as empty. */
class Fields {
  #at = 0;

  constructor(private readonly source: Buffer) {}

  isAtEnd(): boolean {
    return this.#at >= this.source.length;
  }

  number(): number {
    let value = 0;
    for (let index = 0; index < LONGEST_NUMBER; index += 1) {
      const byte = this.source[this.#at] ?? 0;
      this.#at += 1;
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) break;
    }
    return value;
  }

  bytes(length: number): Buffer {
    const start = this.#at;
    this.#at = Math.min(this.source.length, start + length);
    return this.source.subarray(start, this.#at);
  }
}
