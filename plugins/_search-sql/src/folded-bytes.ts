/** UTF-16 units of folded text: a character may become eighteen, and phrases are looked for in all of it. */
const MOST_CHARACTERS = 64_000_000;
/** Folded text is written to bytes in pieces of this length. */
const PIECE = 65_536;

/**
 * The folded words of a text as the UTF-8 text that phrases are looked for in, each after a space, without all of them
 * being in memory as strings.
 */
export class FoldedBytes {
  /** Whether words were left out because the text has become too long. */
  isFull = false;
  readonly #encoder = new TextEncoder();
  readonly #pieces: Uint8Array[] = [];
  #words: string[] = [];
  #length = 0;
  #characters = 0;

  /** Adds a folded word; false when the text is too long for this word. */
  add(word: string): boolean {
    this.#characters += word.length + 1;
    this.isFull = this.#characters > MOST_CHARACTERS;
    if (this.isFull) return false;
    this.#words.push(' ', word);
    this.#length += word.length + 1;
    if (this.#length >= PIECE) this.#write();
    return true;
  }

  /** What was added, once. */
  bytes(): Uint8Array {
    this.#write();
    const bytes = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  #write(): void {
    this.#pieces.push(this.#encoder.encode(this.#words.join('')));
    this.#words = [];
    this.#length = 0;
  }
}
