// Inputs that cost a careless reader time in proportion to the square of their length, and large honest ones.
import { randomBytes, randomInt } from 'node:crypto';
import { zip } from '../../../test/support/zip.ts';

// Three letters, so that 40 phrases of five words fit into a search.
const WORDS = Array.from(
  { length: 60 },
  (_, index) => `q${'bcdfghklmn'[index % 10]}${'aeiouy'[Math.floor(index / 10)]}`,
);

/** A word that no other document has. */
export const aWord = () => `only${randomBytes(8).toString('hex')}`;

/** Two runs of marks with different combining classes; the joiner hides one from the first normalisation. */
export const marksAroundJoiner = (count) => `\u0e01${'\u0e48'.repeat(count)}\u200c${'\u0e38'.repeat(count)}`;

export const twoMarks = (count) => `a${'\u0301'.repeat(count)}${'\u0323'.repeat(count)}`;

export const nestedArrays = (bytes) => {
  const depth = Math.floor((bytes - 8) / 2);
  return `{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
};

export const manyKeys = (count) => `{${Array.from({ length: count }, (_, index) => `"key${index}":1`).join()}}`;

export const ids = (prefix, count) =>
  Array.from({ length: count }, (_, index) => `${prefix}_${index.toString(36).padStart(24, '0')}`);

/** Honest words, lines of about 100 characters. */
export function words(characters) {
  const lines = [];
  for (let length = 0; length < characters; length += lines.at(-1).length + 1)
    lines.push(Array.from({ length: 18 }, () => WORDS[randomInt(WORDS.length)]).join(' '));
  return lines.join('\n');
}

/** Different words, not the same sixty again: `letters` are what they are made of. */
export function differentWords(characters, letters) {
  const chosen = Array.from({ length: 4000 }, () =>
    Array.from({ length: 7 }, () => letters[randomInt(letters.length)]).join(''),
  );
  const block = chosen.join(' ');
  return `${block} `.repeat(Math.ceil(characters / block.length)).slice(0, characters);
}

export function chinese(characters) {
  const block = Array.from({ length: 10_000 }, () => String.fromCharCode(0x4e00 + randomInt(0x5000))).join('');
  return block.repeat(Math.ceil(characters / block.length)).slice(0, characters);
}

/** A search of 996 characters: every word of it is in every text of `words`, hardly a phrase is in any. */
export function heavySearch() {
  const phrase = () => `"${Array.from({ length: 5 }, () => WORDS[randomInt(WORDS.length)]).join(' ')}"`;
  return Array.from({ length: 40 }, phrase).join(' OR ');
}

export const spacesInPage = (count) => ({
  name: `${aWord()}.html`,
  type: 'text/html',
  content: `<html><body><p>${aWord()}${' \t'.repeat(count / 2)}end</p></body></html>`,
});

export const spacesInMail = (count) => ({
  name: `${aWord()}.eml`,
  type: 'message/rfc822',
  content:
    `From: a@example.com\r\nTo: b@example.com\r\nSubject: ${aWord()}\r\nMIME-Version: 1.0\r\n` +
    `Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nx${' '.repeat(count)}end\r\n`,
});

/** A few thousand bytes that are millions of spaces once inflated. */
export function spacesInOfficeText(count) {
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const body = `<w:p><w:r><w:t xml:space="preserve">${aWord()}${' '.repeat(count)}end</w:t></w:r></w:p>`;
  return {
    name: `${aWord()}.docx`,
    type: main,
    content: zip([
      {
        name: '[Content_Types].xml',
        content: `<?xml version="1.0"?><Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}.main+xml"/></Types>`,
      },
      {
        name: '_rels/.rels',
        content: `<?xml version="1.0"?><Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
      },
      {
        name: 'word/document.xml',
        content: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      },
    ]),
  };
}

const PAGE = { width: 64, height: 64 };
const SHORT = 3;
const LONG = 4;

/** A TIFF whose pages share one small picture: 114 bytes a page. */
export function manyPages(count) {
  const strip = randomBytes((PAGE.width / 8) * PAGE.height);
  const directory = 2 + 9 * 12 + 4;
  const bytes = Buffer.alloc(8 + strip.length + count * directory);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8 + strip.length, 4);
  strip.copy(bytes, 8);
  const entries = [
    ...[
      [256, SHORT, PAGE.width],
      [257, SHORT, PAGE.height],
      [258, SHORT, 1],
      [259, SHORT, 1],
      [262, SHORT, 1],
    ],
    ...[
      [273, LONG, 8],
      [277, SHORT, 1],
      [278, SHORT, PAGE.height],
      [279, LONG, strip.length],
    ],
  ];
  for (let page = 0; page < count; page += 1) {
    const at = 8 + strip.length + page * directory;
    bytes.writeUInt16LE(entries.length, at);
    entries.forEach(([tag, type, value], index) => {
      const entry = at + 2 + index * 12;
      bytes.writeUInt16LE(tag, entry);
      bytes.writeUInt16LE(type, entry + 2);
      bytes.writeUInt32LE(1, entry + 4);
      bytes.writeUInt32LE(value, entry + 8);
    });
    bytes.writeUInt32LE(page + 1 < count ? at + directory : 0, at + directory - 4);
  }
  return { name: `${aWord()}.tiff`, type: 'image/tiff', content: bytes };
}
