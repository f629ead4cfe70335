export type XmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string };

const ENTITIES: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/**
 * Tags and texts one after the other. No tree, no declared entities, nothing fetched; time and memory in proportion to
 * the length, whatever the nesting.
 */
export function* scanXml(xml: string): Generator<XmlToken> {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf('<', at);
    if (open !== at) {
      const text = xml.slice(at, open < 0 ? xml.length : open);
      yield { kind: 'text', text: decodeXml(text) };
      at += text.length;
      continue;
    }
    if (xml.startsWith('<![CDATA[', at)) {
      const end = endOf(xml, ']]>', at);
      yield { kind: 'text', text: xml.slice(at + 9, end - 3) };
      at = end;
    } else if (xml.startsWith('<!--', at)) at = endOf(xml, '-->', at);
    else {
      const end = endOfTag(xml, at);
      const token = tag(xml.slice(at + 1, end - 1));
      if (token !== undefined) yield token;
      at = end;
    }
  }
}

const patterns = new Map<string, RegExp>();

/** The value of an attribute; `name` is a pattern. */
export function attribute(attributes: string, name: string): string | undefined {
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  const value = pattern.exec(attributes);
  return value === null ? undefined : decodeXml(value[1] ?? value[2] ?? '');
}

export function decodeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|apos|gt|lt|quot));/g, (_, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? '';
    const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

function tag(inside: string): XmlToken | undefined {
  if (inside.startsWith('?') || inside.startsWith('!')) return undefined;
  if (inside.startsWith('/')) return { kind: 'close', name: inside.slice(1).trimEnd() };
  const isEmpty = inside.endsWith('/');
  const name = /^[^\s/]*/.exec(inside)?.[0] ?? '';
  return { kind: 'open', name, attributes: inside.slice(name.length, isEmpty ? -1 : undefined), isEmpty };
}

function endOf(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found < 0 ? xml.length : found + mark.length;
}

/** A `>` inside an attribute's quotes does not end the tag. */
function endOfTag(xml: string, from: number): number {
  const mark = /[>"']/g;
  mark.lastIndex = from;
  for (let found = mark.exec(xml); found !== null; found = mark.exec(xml)) {
    if (found[0] === '>') return found.index + 1;
    const close = xml.indexOf(found[0], found.index + 1);
    if (close < 0) return xml.length;
    mark.lastIndex = close + 1;
  }
  return xml.length;
}
