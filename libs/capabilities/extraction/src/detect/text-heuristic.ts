/** True when the beginning of a file is text: UTF-8, UTF-16, or one byte a character without control characters. */
export function looksLikeText(head: Buffer): boolean {
  if (head.length === 0) return false;
  if (hasUtf16Pattern(head)) return true;
  if (head.includes(0)) return false;
  let controls = 0;
  for (const byte of head)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls += 1;
  if (controls > head.length / 100) return false;
  return isUtf8Start(head);
}

/** A byte order mark, or zeros on one side of nearly every pair, as Latin text in UTF-16 has them. */
function hasUtf16Pattern(head: Buffer): boolean {
  if (head.length < 4 || head.length % 2 !== 0) head = head.subarray(0, head.length & ~1);
  if (head.length < 4) return false;
  const mark = head.readUInt16BE(0);
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const pairs = head.length / 2;
  const [even = 0, odd = 0] = zeros;
  if (mark === 0xfeff || mark === 0xfffe) return Math.min(even, odd) < pairs / 4;
  return (even > pairs * 0.7 && odd === 0) || (odd > pairs * 0.7 && even === 0);
}

function isUtf8Start(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The type of a text that begins as an XML file does; of other texts `undefined`. */
export function xmlTypeOf(head: Buffer): string | undefined {
  const start = head.toString('latin1').replaceAll('\0', '');
  if (!/^[^<]{0,4}\s{0,100}<\?xml\s/.test(start)) return undefined;
  if (/<svg[\s>]/.test(start)) return 'image/svg+xml';
  return /<html[\s>]/i.test(start) ? 'application/xhtml+xml' : 'application/xml';
}
