import { decodeAs, decodeText } from '@archivolt/plugin-kit';

/** `=?charset*language?encoding?text?=` (RFC 2047, RFC 2231). */
const WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\r\n]{0,4000})\?=/gi;
/** Their bytes may look like UTF-8 by chance, and are rarely valid in them by chance. */
const OF_MANY_BYTES = /^(?:gb|big5|euc|shift|sjis|x-sjis|windows-31j|ms_kanji|ks_c|windows-949)/i;

interface Words {
  charset: string;
  parts: Buffer[];
}

/**
 * A header with its encoded words decoded. Words that follow each other are one text, because some programs cut
 * characters in two. A charset is not believed when the bytes are UTF-8 or make no sense in it.
 */
export function decodeWords(header: string): string {
  let decoded = '';
  let end = 0;
  let words: Words | undefined;
  for (const match of header.matchAll(WORD)) {
    const [word, charset = '', encoding = '', text = ''] = match;
    const between = header.slice(end, match.index);
    end = match.index + word.length;
    const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quoted(text);
    const follows = words !== undefined && between.trim() === '';
    if (follows && words?.charset.toLowerCase() === charset.toLowerCase()) {
      words.parts.push(bytes);
      continue;
    }
    decoded += textOf(words) + (follows ? '' : between);
    words = { charset, parts: [bytes] };
  }
  return decoded + textOf(words) + header.slice(end);
}

function quoted(text: string): Buffer {
  const bytes = text
    .replaceAll('_', ' ')
    .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

function textOf(words: Words | undefined): string {
  if (words === undefined) return '';
  const bytes = Buffer.concat(words.parts);
  const wide = OF_MANY_BYTES.test(words.charset) ? decodeAs(words.charset, bytes) : undefined;
  return wide === undefined || wide.includes('\ufffd') ? decodeText(bytes, { named: words.charset }) : wide;
}
