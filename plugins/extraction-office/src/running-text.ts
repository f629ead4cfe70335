import { joinLines } from './lines.js';
import { localName } from './package-parts.js';
import { attribute, scanXml, type XmlToken } from './xml-scanner.js';

/** Elements that hold words: of text, drawings and formulas, and of comments. Prefixes differ between programs. */
const WORDS = new Set(['t', 'text']);
/** A second copy of the same content for older programs, and text that was moved away. */
const HIDDEN = new Set(['Fallback', 'moveFrom']);
const LINES = new Set(['br', 'cr', 'p', 'text', 'tr']);

/** What is added where an element begins, such as the author of a comment. */
type Opening = (name: string, attributes: string) => string | undefined;

/** The words of a part of a text or presentation, a line for each paragraph. Stops soon after `maxChars`. */
export function runningText(xml: string, maxChars: number, opening?: Opening): string {
  const parts: string[] = [];
  let length = 0;
  let isWord = false;
  let hidden = 0;
  for (const token of scanXml(xml)) {
    if (length > maxChars) break;
    if (token.kind === 'text') {
      if (!isWord || hidden > 0) continue;
      parts.push(token.text);
      length += token.text.length;
      continue;
    }
    const name = localName(token.name);
    if (HIDDEN.has(name)) hidden += token.kind === 'close' ? -1 : token.isEmpty ? 0 : 1;
    if (hidden > 0) continue;
    if (WORDS.has(name)) isWord = token.kind === 'open' && !token.isEmpty;
    const added = token.kind === 'open' ? opening?.(name, token.attributes) : undefined;
    if (added !== undefined) parts.push(`\n${added}\n`);
    const mark = spacing(name, token);
    if (mark !== '') parts.push(mark);
  }
  return joinLines(parts);
}

/** What stands between words for an element, and the description of a picture. */
function spacing(name: string, token: Exclude<XmlToken, { kind: 'text' }>): string {
  if (token.kind === 'close') return LINES.has(name) ? '\n' : name === 'tc' ? '\t' : '';
  if (name === 'tab' || name === 'ptab') return '\t';
  if (name === 'noBreakHyphen') return '-';
  if (name === 'br' || name === 'cr') return '\n';
  if (name === 'cNvPr' || name === 'docPr') {
    const description = attribute(token.attributes, 'descr');
    return description === undefined ? '' : `\n${description}\n`;
  }
  return '';
}
