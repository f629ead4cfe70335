/** What `postal-mime` collects of a body; its published types leave it out. */
interface BodyDecoder {
  chunks: readonly (ArrayBuffer | Uint8Array | string)[];
  flushBuffer?(): void;
  flushRemainder?(): void;
  finalize(): Promise<ArrayBuffer>;
}

interface ParserState {
  currentNode: { contentDecoder: BodyDecoder | null };
  readLine(): unknown;
}

/**
 * Has a parser of `postal-mime` join each body in one pass. It makes a `Blob` of the lines, whose time grows with the
 * square of their number: a mail of 200 KB with short lines takes eight seconds.
 */
export function linearMailParser<Parser extends object>(parser: Parser): Parser {
  const state = parser as unknown as ParserState;
  const readLine = state.readLine.bind(parser);
  state.readLine = () => {
    const { contentDecoder } = state.currentNode;
    if (contentDecoder) contentDecoder.finalize = joined;
    return readLine();
  };
  return parser;
}

function joined(this: BodyDecoder): Promise<ArrayBuffer> {
  this.flushRemainder?.();
  this.flushBuffer?.();
  const whole = Buffer.concat(this.chunks.map(bytesOf));
  return Promise.resolve(new Uint8Array(whole).buffer);
}

function bytesOf(chunk: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : chunk;
}
