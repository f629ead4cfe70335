import type { ErrorDetail } from '#ground/kernel';

/** The content types that are parsed as JSON: `application/json` and `application/<anything>+json`. */
export const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;

export const MAX_DEPTH = 32;
/** The limit of keys and list entries of a whole body. The largest body of any route has 1100. */
export const MAX_ENTRIES = 5_000;
const LONGEST_KEY_SHOWN = 100;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Returns why a JSON text must not be parsed: nested too deep, too many entries, a duplicate key. One pass over the
 * text that creates no values, because parsing and checking hostile JSON can take a thousand times as long. Invalid
 * JSON is left to the parser.
 */
export function jsonExcess(text: string): ErrorDetail | undefined {
  /** The keys of every object that is open at this position; `null` for a list. */
  const open: (Set<string> | null)[] = [];
  let entries = 0;
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at + 1);
        const keys = open.at(-1);
        if (expectsKey && keys) {
          const key = keyOf(text.slice(at, end + 1));
          if (keys.has(key)) return { path: shown(key), message: `property ${shown(key)} is given twice` };
          keys.add(key);
          expectsKey = false;
        }
        at = end;
        break;
      }
      case OPENING_BRACE:
      case OPENING_BRACKET: {
        const isObject = text.charCodeAt(at) === OPENING_BRACE;
        open.push(isObject ? new Set() : null);
        expectsKey = isObject;
        entries += 1;
        if (open.length > MAX_DEPTH) return { path: null, message: `must not be nested deeper than ${MAX_DEPTH}` };
        break;
      }
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        open.pop();
        expectsKey = false;
        break;
      case COMMA:
        expectsKey = open.at(-1) instanceof Set;
        entries += 1;
        break;
      case COLON:
        expectsKey = false;
        break;
    }
    if (entries > MAX_ENTRIES)
      return { path: null, message: `must not have more than ${MAX_ENTRIES} keys and list entries` };
  }
  return undefined;
}

/** Returns the start of a key sent by a client, for an error message. */
export function shown(key: string): string {
  return key.length > LONGEST_KEY_SHOWN ? `${key.slice(0, LONGEST_KEY_SHOWN)}…` : key;
}

/** Returns the position of the quote that ends a string, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

/** Decodes a key: `"\u0061"` and `"a"` are the same key. */
function keyOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}
