import { describe, expect, it } from '@jest/globals';
import {
  capCombiningMarks,
  cleanDocumentName,
  cleanFileName,
  cleanLine,
  decodeText,
  foldedNeedle,
  foldedText,
  foldWords,
  indexedWords,
  indexTerms,
  isNoise,
  isMailAddress,
  languageOf,
  locateWords,
  nameKey,
  normalizeText,
  phrasesOf,
  queryTerms,
  rtfText,
  sortKey,
  type ExtractionLimits,
  type ZipEntry,
} from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';
import { parseQuery, printQuery, propertyKey, readTokens } from '#capabilities/query';
import { interpretQuery, type QueryResolver } from '#capabilities/search';
import { fileExtension } from '#capabilities/storage';
import { apiKeyFrom } from '../../libs/people/auth/src/api-key-token.js';
import { parseRange } from '../../libs/ground/http-kit/src/byte-range.js';
import { readDate } from '../../libs/archive/documents/src/read-date.js';
import { attachmentName } from '../../libs/capabilities/extraction/src/attachment-name.js';
import { typeByExtension } from '../../libs/capabilities/extraction/src/detect/extensions.js';
import { looksLikeText, xmlTypeOf } from '../../libs/capabilities/extraction/src/detect/text-heuristic.js';
import { finishText } from '../../libs/capabilities/sandbox/src/finish-text.js';
import { codeOf } from '../../libs/capabilities/sandbox/src/code-list.js';
import { sentence } from '../../libs/capabilities/sandbox/src/read-result.js';
import { unverifiedReason } from '../../libs/outside/intake/src/mail/authentication-results.js';
import { addressesIn } from '../../libs/outside/intake/src/mail/mail-address.js';
import { userNameOf } from '../../libs/outside/intake/src/mail/user-names.js';
import { readPeriod } from '../../libs/capabilities/search/src/query-language/periods.js';
import { highlightContent } from '../../libs/capabilities/search/src/highlights/highlight-document.js';
import { needlesOf } from '../../libs/capabilities/search/src/highlights/needles.js';
import { loadStem } from '../../libs/capabilities/search/src/query-language/stemming.js';
import { detectDate } from '../../libs/automation/date-detection/src/detector/detect-date.js';
import { partsOf } from '../../libs/automation/date-detection/src/detector/text-lines.js';
import { detectDetails } from '../../libs/automation/invoice-details/src/detector/detect-details.js';
import { invoiceDataOf } from '../../libs/automation/invoice-details/src/electronic-invoice.js';
import { archiveNumberIn, tagNameIn } from '../../libs/automation/document-codes/src/code-texts.js';
import { featuresOf } from '../../libs/automation/learned-filing/src/learner/features.js';
import { foldTexts, ruleMatches } from '../../libs/automation/tagging-rules/src/rule-matching.js';
import { ruleSql } from '../../libs/automation/tagging-rules/src/rule-sql.js';
import { chunkTexts } from '../../plugins/extraction-office/src/word-chunks.js';
import { fixedDocumentPages } from '../../plugins/extraction-office/src/fixed-document.js';
import { objectTexts } from '../../plugins/extraction-office/src/iwork-objects.js';
import { iworkXmlPages } from '../../plugins/extraction-office/src/iwork-xml.js';
import { openDocumentPages } from '../../plugins/extraction-office/src/open-document.js';
import { PackageParts } from '../../plugins/extraction-office/src/package-parts.js';
import { masterText } from '../../plugins/extraction-office/src/presentation-masters.js';
import { presentationPages } from '../../plugins/extraction-office/src/presentation.js';
import { runningText } from '../../plugins/extraction-office/src/running-text.js';
import { spreadsheetPages } from '../../plugins/extraction-office/src/spreadsheet.js';
import { visioPages } from '../../plugins/extraction-office/src/visio-drawing.js';
import { wordDocumentPages } from '../../plugins/extraction-office/src/word-document.js';
import { shownText } from '../../plugins/extraction-old-office/src/word-text.js';
import { judge } from '../../plugins/extraction-pdf/src/doubtful-letters.js';
import { needOf } from '../../plugins/extraction-pdf/src/page-need.js';
import { tidyOcrText, tidyTextLayer, withoutKnown } from '../../plugins/extraction-pdf/src/page-text.js';
import { xfaText } from '../../plugins/extraction-pdf/src/xfa-text.js';
import { addressCardText } from '../../plugins/extraction-plain-text/src/address-card-text.js';
import { openCms } from '../../plugins/extraction-plain-text/src/cms.js';
import { calendarText } from '../../plugins/extraction-plain-text/src/calendar-text.js';
import { mailText } from '../../plugins/extraction-plain-text/src/mail-text.js';
import { readMail } from '../../plugins/extraction-plain-text/src/open-mail.js';
import { isTnef, readTnef } from '../../plugins/extraction-plain-text/src/tnef.js';
import { webArchiveText } from '../../plugins/extraction-plain-text/src/web-archive-text.js';
import { electronicInvoiceText } from '../../plugins/extraction-plain-text/src/electronic-invoice.js';
import { cleanHtml } from '../../plugins/extraction-plain-text/src/clean-html.js';
import { markdownHtml } from '../../plugins/extraction-plain-text/src/render-html.js';
import { tableHtml } from '../../plugins/extraction-plain-text/src/table-html.js';
import { xmlText } from '../../plugins/extraction-plain-text/src/xml-text.js';
import { prepareContent, prepareShortText } from '../../plugins/search-postgres/src/prepare.js';
import { prepareField } from '../../plugins/search-segments/src/prepare.js';
import { sample } from '../support/sample.js';
import { growthOf, isLinear, type Work } from './growth.js';
import { HOSTILE_INPUTS } from './hostile-inputs.js';

const NOW = new Date('2026-01-12T00:00:00Z');
const englishStem = await loadStem(['english']);
const NO_NAMES: QueryResolver = {
  tagIdsByNameOrId: () => Promise.resolve(new Map()),
  propertiesByKey: () => Promise.resolve(new Map()),
  userIds: () => Promise.resolve(new Map()),
};
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const NEVER = new AbortController().signal;
const MOST = 10_000_000;
const LIMIT_MS = 300_000;

/** The gate gives these to every reader: each is typical of a way of parsing that takes quadratic time. */
const RISKS = [
  'spaces',
  'a letter and a long space',
  'marks above and below',
  'signs of a tag',
  'tags with unfinished values',
  'folded headers',
];
const SAMPLED = 4;
const SAMPLED_PAIRS = 20;
const NO_CONTENT = { pictureShare: 0, hasDrawing: false, largestPicture: 0, textIsHidden: false };

/** A word that is everywhere, a phrase, a long word of a script without spaces, and 200 words. */
const NEEDLES = [
  ['a'],
  ['a', 'a', 'a'],
  [`${'書'.repeat(1_000)}請`],
  ...[Array.from({ length: 200 }, (_, index) => index.toString(36))],
].map((words, index) => {
  const leaves = index < 3 ? [words] : words.map((word) => [word]);
  return needlesOf({
    kind: 'or',
    children: leaves.map((leaf) => ({ kind: 'text', words: leaf, fields: ['content'] })),
  });
});

function parts(files: Record<string, string>): PackageParts {
  return new PackageParts(Object.entries(files).map(([name, xml]) => entry(name, xml)));
}

function entry(name: string, xml: string): ZipEntry {
  return { name, unpack: () => Buffer.from(xml) };
}

/** Every function that parses text from outside and can be called without a server. */
const READERS: Record<string, Work> = {
  capCombiningMarks,
  codeOf: (text) => codeOf(1, 'QRCode', text),
  archiveNumberIn: (text) => [archiveNumberIn(text, 'a'), archiveNumberIn(`a${text}`, 'a'), tagNameIn(text, 'a')],
  normalizeText: (text) => ['NFC', 'NFKD'].map((form) => normalizeText(text, form as 'NFC' | 'NFKD')),
  foldWords,
  indexTerms: (text) => indexTerms(foldWords(text)),
  queryTerms: (text) => queryTerms([...foldWords(text), 'a']),
  foldedText: (text) => foldedText(indexedWords(text)).includes(foldedNeedle(['needle'])),
  sortKey,
  locateWords,
  highlightContent: (text) => NEEDLES.map((needles) => highlightContent({ text, pageBreaks: 0 }, needles)),
  prepareContent,
  prepareShortText: (text) => prepareShortText(text, 'notes'),
  prepareField: (text) => prepareField(text, 'content'),
  readTokens,
  parseQuery,
  'parseQuery of a quoted text': (text) => parseQuery(`"${text}`),
  'parseQuery of a value': (text) => parseQuery(`x:${text}`),
  printQuery: (text) => printQuery(parseQuery(text).tree),
  'printQuery of a quoted text': (text) => printQuery({ kind: 'text', text, quoted: true, from: 0, to: text.length }),
  interpretQuery: (text) => interpretQuery(text, { now: NOW, stem: englishStem }, NO_NAMES),
  'interpretQuery of a value': (text) => interpretQuery(`type:"${text}" x:"${text}"`, { now: NOW }, NO_NAMES),
  propertyKey,
  phrasesOf,
  nameKey,
  languageOf: (text) => languageOf(foldWords(text)),
  stem: englishStem,
  readPeriod: (text) => readPeriod(text, { now: NOW }),
  readDate,
  parseRange: (text) => parseRange(`bytes=${text}`, 1_000),
  apiKeyFrom: (text) => apiKeyFrom(`Bearer ${text}`),
  fileExtension,
  typeByExtension,
  looksLikeText: (text) => looksLikeText(Buffer.from(text)),
  xmlTypeOf: (text) => xmlTypeOf(Buffer.from(`<?xml ${text}`)),
  finishText: (text) => finishText([{ text }, { text }], MOST),
  sentence,
  attachmentName: (text) => attachmentName(text, 1),
  ruleMatches: (text) =>
    ruleMatches(
      {
        conditionMatchMode: 'any',
        conditions: [
          { field: 'content', operator: 'contains', value: 'needle' },
          { field: 'content', operator: 'ends_with', value: 'needle' },
          { field: 'content', operator: 'matches', value: '(\\s+a?)+needle|(.*a){20}needle$' },
        ],
      },
      foldTexts({
        name: '',
        content: text,
        source: 'upload',
        type: '',
        size: 0,
        documentDate: null,
        properties: {},
      }),
    ),
  detectDate: (text) => detectDate(partsOf(text), { name: text, received: '2026-01-12' }),
  detectDetails: (text) => detectDetails(partsOf(text), { name: text, received: '2026-01-12' }),
  'detectDetails of a text that is looked at as a whole': (text) =>
    detectDetails([{ text, firstLine: 1 }], { name: '', received: '2026-01-12' }),
  'detectDetails of amounts': (text) =>
    detectDetails([{ text: text.replaceAll('a', 'Total 1.234,56 '), firstLine: 1 }], {
      name: '',
      received: '2026-01-12',
    }),
  'detectDetails of accounts': (text) =>
    detectDetails([{ text: text.replaceAll('a', 'DE89 3704 '), firstLine: 1 }], { name: '', received: '2026-01-12' }),
  'invoiceDataOf a text': (text) =>
    invoiceDataOf({ text: `Electronic invoice\n${text}`, detectedType: 'application/xml', attachments: [] }),
  featuresOf: (text) => featuresOf({ name: text, text }),
  'detectDate of a text that is looked at as a whole': (text) =>
    detectDate([{ text, firstLine: 1 }], { name: '', received: '2026-01-12' }),
  'detectDate of dates': (text) =>
    detectDate([{ text: text.replaceAll('a', '3.7.2026 '), firstLine: 1 }], { name: '', received: '2026-01-12' }),
  ruleSql: (text) =>
    ruleSql({ conditionMatchMode: 'all', conditions: [{ field: 'name', operator: 'contains', value: text }] }, 1),
  'decodeText of bytes': (text) => decodeText(Buffer.from(text, 'latin1')),
  'decodeText of a named encoding': (text) => decodeText(Buffer.from(`${text}ü`, 'latin1'), { named: 'koi8-r' }),
  visibleText,
  'visibleText of a page with a head': (text) => visibleText(`<html><head>${text}`),
  electronicInvoiceText: (text) => electronicInvoiceText(`<Invoice xmlns="${UBL}"><ID>${text}</ID><a>${text}`),
  'electronicInvoiceText of unfinished elements': (text) =>
    electronicInvoiceText(`<Invoice xmlns="${UBL}">${text.replaceAll('a', '<ID>')}`),
  xmlText,
  'xmlText of a document type': (text) => xmlText(`<!DOCTYPE a [${text}`),
  'xmlText of an attribute': (text) => xmlText(`<a title="${text}"><b from=${text}`),
  cleanHtml: (text) => cleanHtml(text),
  'cleanHtml of open elements': (text) => cleanHtml(text.replaceAll('a', '<ul><li><b>')),
  'cleanHtml of closed elements': (text) => cleanHtml(`<b>${text.replaceAll('a', '<i></b></p>')}`),
  'cleanHtml of a style': (text) => cleanHtml(`<p style="${text}">`),
  markdownHtml,
  'markdownHtml of emphasis': (text) => markdownHtml(text.replaceAll('a', '_a')),
  'markdownHtml of quotes': (text) => markdownHtml(text.replaceAll('a', '>- ')),
  tableHtml: (text) => tableHtml(text, 'text/csv'),
  'tableHtml of an open value': (text) => tableHtml(`"${text}`, 'text/csv'),
  'tableHtml of quotes': (text) => tableHtml(`"${text.replaceAll('a', '" "')},`, 'text/csv'),
  calendarText: (text) => calendarText(text, MOST),
  'calendarText of an event': (text) => calendarText(`BEGIN:VEVENT\nDTSTART:${text}\nSUMMARY:${text}`, MOST),
  'calendarText of a person': (text) => calendarText(`BEGIN:VEVENT\nATTENDEE;CN=${text}`, MOST),
  addressCardText: (text) => addressCardText(text, MOST),
  'addressCardText of a name': (text) => addressCardText(`BEGIN:VCARD\nN:${text}\nADR:${text}\nNOTE:${text}`, MOST),
  'addressCardText of a quoted note': (text) => addressCardText(`NOTE;ENCODING=QUOTED-PRINTABLE:${text}`, MOST),
  openCms: (text) => openCms(Buffer.from(text)),
  'openCms of elements without lengths': (text) => openCms(signedInPieces(Buffer.from(text.replaceAll('a', '$\x80')))),
  'openCms of pieces': (text) => openCms(signedInPieces(Buffer.from(text.replaceAll(/[^]/g, '\x04\x01a')))),
  readTnef: (text) => [isTnef(Buffer.from(text)), readTnef(Buffer.from(text))],
  'readTnef of properties': (text) => readTnef(packedByOutlook(Buffer.from(text))),
  webArchiveText: (text) => webArchiveText(Buffer.from(`Content-Type: text/html\n\n${text}`)),
  'webArchiveText of many parts': (text) =>
    webArchiveText(Buffer.from(`${mixed('x')}--x\nContent-Type: text/html\n\n${text}`)),
  mailText: (text) => mailText(Buffer.from(text)),
  'mailText of a subject': (text) => mailText(Buffer.from(`Subject: ${text}\n\nbody`)),
  'mailText of a type': (text) => mailText(Buffer.from(`Content-Type: ${text}\n\nbody`)),
  'mailText of a name': (text) => mailText(Buffer.from(`Content-Disposition: attachment; filename="${text}"\n\nbody`)),
  'mailText of a page and a text': (text) =>
    mailText(
      Buffer.from(
        `Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n\n${text}\n--x\n\nplain\n--x--`,
      ),
    ),
  'mailText of a quoted body': (text) =>
    mailText(Buffer.from(`Content-Transfer-Encoding: quoted-printable\n\n${text}`)),
  'mailText of many parts': (text) =>
    mailText(Buffer.from(`Content-Type: multipart/mixed; boundary=x\n\n--x\n\n${text}`)),
  'mailText of mails in mails': (text) =>
    mailText(Buffer.from('Content-Type: message/rfc822\n\n'.repeat(8) + text.slice(0, text.length / 50))),
  'mailText of a body in base64': (text) => mailText(Buffer.from(`Content-Transfer-Encoding: base64\n\n${text}`)),
  'mailText of a flowed body': (text) => mailText(Buffer.from(`Content-Type: text/plain; format=flowed\n\n${text}`)),
  'chunkTexts of a mail in a Word file': (text) =>
    chunkTexts(
      mailInWord(`Subject: a\n\n${text}`),
      'word/document.xml',
      async (file) => ({ text: file.toString(), damaged: 0 }),
      {
        maxChars: MOST,
      } as ExtractionLimits,
    ),
  readMail: (text) => readMail(Buffer.from(`From: a@b\n\n${text}`), NEVER),
  'readMail of headers': (text) => readMail(Buffer.from(text), NEVER),
  'readMail of a list of addresses': (text) =>
    readMail(Buffer.from(`From: ${text.slice(0, 400_000)}\nTo: ${text.slice(0, 400_000)}\n\n`), NEVER),
  'readMail of many lists of addresses': (text) =>
    readMail(Buffer.from(text.replaceAll(/[^]{1,60}/g, (part) => `To: ${part.replaceAll('\n', ' ')}\n`)), NEVER),
  'readMail of a body in base64': (text) =>
    readMail(Buffer.from(`Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n${text}`), NEVER),
  'readMail of a page': (text) => readMail(Buffer.from(`Content-Type: text/html\n\ncid:${text}`), NEVER),
  'readMail of many parts': (text) => readMail(Buffer.from(`${mixed('x')}--x\nContent-Type: a/b\n\n${text}`), NEVER),
  'readMail of parts in parts': (text) =>
    readMail(Buffer.from(Array.from({ length: 49 }, (_, at) => `${mixed(`x${at}`)}--x${at}\n`).join('') + text), NEVER),
  'readMail of mails in mails': (text) =>
    readMail(Buffer.from('Content-Type: message/rfc822\n\n'.repeat(50) + text), NEVER),
  isNoise,
  cleanLine: (text) => [cleanLine(text), cleanLine(text, 10)],
  cleanFileName: (text) => [cleanFileName(text), cleanDocumentName(text)],
  addressesIn: (text) => [addressesIn(text), isMailAddress(text), isMailAddress(`${text}@${text}`)],
  unverifiedReason: (text) => unverifiedReason(['a@b.example'], [text, `mx; ${text}`, `mx; dkim=pass ${text}`], 'mx'),
  userNameOf: (text) =>
    userNameOf(`{{user.name}}${text}`, { user: undefined, organization: { id: 'org', name: text } }),
  runningText: (text) => runningText(`<w:p><w:t>${text}</w:t></w:p>`, MOST),
  'runningText of markup': (text) => runningText(text, MOST),
  'runningText of a description': (text) => runningText(`<wp:docPr descr=${text}/>`, MOST),
  openDocumentPages: (text) => openDocumentPages([entry('content.xml', `<text:p>${text}</text:p>`)]),
  wordDocumentPages: (text) => wordDocumentPages(parts({ 'word/document.xml': text }), 'word/document.xml', MOST),
  'presentationPages of slides that share their notes': (text) => presentationPages(sharedNotes(text), 'p.xml', MOST),
  'masterText of a layout': (text) =>
    masterText(
      parts({
        's.xml': '',
        '_rels/s.xml.rels': '<Relationship Type="x/slideLayout" Target="l.xml"/>',
        'l.xml': `<p:sp><a:t>${text}</a:t></p:sp>${text}`,
      }),
      ['s.xml'],
    ),
  fixedDocumentPages: (text) => fixedDocumentPages(parts({ '1.fpage': text }), MOST),
  'fixedDocumentPages of a run of letters': (text) =>
    fixedDocumentPages(parts({ '1.fpage': `<Glyphs UnicodeString="${text}" Indices="${text}"/>` }), MOST),
  'fixedDocumentPages of a sequence': (text) => fixedDocumentPages(parts({ 'a.fdseq': text, '1.fpage': '' }), MOST),
  visioPages: (text) => visioPages(parts({ 'visio/pages/page1.xml': `<Text>${text}</Text>${text}` }), MOST),
  iworkXmlPages: (text) => iworkXmlPages(`<sf:p>${text}</sf:p><sf:n sf:v=${text}/>${text}`, MOST),
  'objectTexts of an iWork document': (text) => objectTexts(Buffer.from(text)),
  spreadsheetPages: (text) =>
    spreadsheetPages(
      parts({
        'xl/workbook.xml': '<sheet name="a" r:id="s1"/>',
        'xl/_rels/workbook.xml.rels': '<Relationship Id="s1" Target="sheet.xml"/>',
        'xl/sheet.xml': `<row><c t="str"><v>${text}</v></c></row><oddHeader>${text}</oddHeader>`,
        'xl/comments1.xml': `<comment><text>${text}</text></comment>`,
      }),
      'xl/workbook.xml',
      MOST,
    ),
  'spreadsheetPages of a number format': (text) =>
    spreadsheetPages(
      parts({
        'xl/workbook.xml': '<sheet/>',
        'xl/_rels/workbook.xml.rels': '<Relationship Id="s1" Type="x/styles" Target="styles.xml"/>',
        'xl/styles.xml': `<numFmt numFmtId="1" formatCode="${text.replaceAll('"', '')}"/>`,
      }),
      'xl/workbook.xml',
      MOST,
    ),
  'spreadsheetPages of sheets that are one part': (text) =>
    spreadsheetPages(
      parts({
        'xl/workbook.xml': '<sheet name="a" r:id="s1"/>'.repeat(text.length / 60),
        'xl/_rels/workbook.xml.rels': '<Relationship Id="s1" Target="sheet.xml"/>',
        'xl/sheet.xml': '<row/>'.repeat(text.length / 12),
      }),
      'xl/workbook.xml',
      MOST,
    ),
  shownText,
  'shownText of fields': (text) => shownText(`\x13${text}\x14\x15`.repeat(2) + text.replaceAll('a', '\x13')),
  rtfText: (text) => rtfText(Buffer.from(text), MOST),
  'rtfText of a document': (text) => rtfText(Buffer.from(`{\\rtf1\\ansi{\\f1 ${text}`), MOST),
  tidyTextLayer,
  tidyOcrText,
  judge: (text) => judge(['needle'], { text, confidence: 90 }),
  withoutKnown: (text) => withoutKnown([text, 'needle', text], text),
  xfaText: (text) => xfaText(`<template><text>${text}`),
  'xfaText of elements': (text) => xfaText(`<datasets>${text}`),
  'xfaText of an attribute': (text) => xfaText(`<datasets><a contentType="${text}"><b from=${text}`),
  needOf: (text) => needOf(text, NO_CONTENT),
};

/** Signed content whose length is not known in advance. */
function signedInPieces(pieces: Buffer): Buffer {
  const head = '308006092a864886f70d010702a08030800201013100308006092a864886f70d010701a0802480';
  return Buffer.concat([Buffer.from(head, 'hex'), pieces]);
}

/** As many properties as there is room for, each as the text has it. */
function packedByOutlook(properties: Buffer): Buffer {
  const head = Buffer.alloc(6 + 9);
  head.writeUInt32LE(0x69003, 7);
  head.writeUInt32LE(properties.length + 4, 11);
  return Buffer.concat([head, Buffer.alloc(4, 0xff), properties]);
}

function mailInWord(mail: string): PackageParts {
  return parts({
    'word/document.xml': '',
    'word/_rels/document.xml.rels': '<Relationship Id="a" Type="x/aFChunk" Target="a.mht"/>',
    'word/a.mht': mail,
  });
}

function mixed(boundary: string): string {
  return `Content-Type: multipart/mixed; boundary=${boundary}\n\n`;
}

function sharedNotes(text: string): PackageParts {
  const count = Math.ceil(text.length / 200);
  const numbers = Array.from({ length: count }, (_, number) => number);
  const slides = numbers.flatMap((number) => [
    [`s${number}.xml`, '<a/>'],
    [`_rels/s${number}.xml.rels`, '<Relationship Type="x/notesSlide" Target="n.xml"/>'],
  ]);
  return parts({
    'p.xml': numbers.map((number) => `<sldId r:id="r${number}"/>`).join(''),
    '_rels/p.xml.rels': numbers
      .map((number) => `<Relationship Id="r${number}" Type="x/slide" Target="s${number}.xml"/>`)
      .join(''),
    'n.xml': '<a/>'.repeat(count * 10),
    ...(Object.fromEntries(slides) as Record<string, string>),
  });
}

function inputsFor(reader: string): [string, (length: number) => string][] {
  const others = Object.keys(HOSTILE_INPUTS).filter((name) => !RISKS.includes(name));
  const names = [...RISKS, ...sample(others, SAMPLED, (name) => `${reader}, ${name}`)];
  return names.map((name) => [name, HOSTILE_INPUTS[name]!]);
}

// The gate gives every reader the inputs of `RISKS` and a sample of the others; the full set gives it all inputs.
describe('text parsers take time in proportion to the length of hostile input', () => {
  it.each(Object.entries(READERS))(
    '%s takes time in proportion to the length of hostile input',
    async (reader, read) => {
      const quadratic: string[] = [];
      for (const [name, input] of inputsFor(reader)) {
        const growth = await growthOf(read, input);
        if (!isLinear(growth)) quadratic.push(`${name}: ${growth.toFixed(1)} times the time for 4 times the length`);
      }
      expect(quadratic).toEqual([]);
    },
    LIMIT_MS,
  );
});

/** Bytes that mean something to a reader of mails, a letter, and one beyond ASCII. */
const BYTES = [...'\n\r\t -=:;"()<>,\\@/?&+.[a0', '\u0080', '\0'];
const PAIRS = BYTES.flatMap((first) => BYTES.map((second) => first + second));
const READERS_OF_MAILS = Object.entries(READERS).filter(([name]) => /^(?:mailText|readMail|webArchiveText)/.test(name));

// The gate gives every reader of mails some of the pairs, with the pair that was quadratic; the full set all of them.
describe('readers of mails take time in proportion to the length of repeated pairs of bytes', () => {
  it.each(READERS_OF_MAILS)(
    '%s takes time in proportion to the length of repeated pairs of bytes',
    async (reader, read) => {
      const quadratic: string[] = [];
      const sampled = sample(PAIRS, SAMPLED_PAIRS, (pair) => `${reader}, ${pair}`);
      for (const pair of new Set(['\n ', ...sampled])) {
        const growth = await growthOf(read, (length) => pair.repeat(length / 2));
        if (!isLinear(growth)) quadratic.push(`${JSON.stringify(pair)}: ${growth.toFixed(1)} times the time`);
      }
      expect(quadratic).toEqual([]);
    },
    LIMIT_MS,
  );
});
