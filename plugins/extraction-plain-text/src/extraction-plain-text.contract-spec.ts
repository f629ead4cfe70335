import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { signedFile, tnef } from '../test/packed-files.js';
import manifest from './plugin.js';

const sjis = Buffer.from('96bc914f2c944e97ee2c8f5a8f8a0d0a', 'hex');
const mail = [
  'From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>',
  'Subject: =?iso-8859-1?B?R3L832U=?=',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'The invoice is attac=',
  'hed. Gr=C3=BC=C3=9Fe',
  '--b',
  'Content-Type: application/pdf; name="invoice-7.pdf"',
  'Content-Disposition: attachment; filename="invoice-7.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'c2VjcmV0',
  '--b--',
].join('\r\n');

describeExtractor('extraction-plain-text', {
  manifest,
  skip: { 'foreign bytes': 'any readable bytes are a text' },
  samples: [
    { file: Buffer.from('Grüße, 日本語, emoji 🎉'), type: 'text/plain', expectWords: ['Grüße', '日本語', '🎉'] },
    { file: Buffer.from('\ufeffmarked text', 'utf16le'), type: 'text/plain', expectWords: ['marked text'] },
    { file: Buffer.from('unmarked wide text', 'utf16le'), type: 'text/plain', expectWords: ['unmarked wide text'] },
    {
      file: Buffer.from('Die Straße ist für Fußgänger gesperrt', 'latin1'),
      type: 'text/plain',
      expectWords: ['Straße', 'Fußgänger'],
    },
    { file: sjis, type: 'text/csv', expectWords: ['名前', '年齢', '住所'] },
    { file: Buffer.from('{"name":"value"}'), type: 'application/json', expectWords: ['name', 'value'] },
    {
      file: Buffer.from('<head><title>Top</title><style>hide{}</style></head><body>caf&eacute;<p>next &#8364;5'),
      type: 'text/html',
      expectWords: ['Top', 'café', '€5'],
    },
    { file: Buffer.from('<a><b>one</b><c>two</c></a>'), type: 'application/xml', expectWords: ['one', 'two'] },
    {
      file: Buffer.from('<FictionBook><p>War and peace</p><binary>c2VjcmV0</binary></FictionBook>'),
      type: 'application/x-fictionbook+xml',
      expectWords: ['War and peace'],
    },
    {
      file: signedFile('Content-Type: text/plain\r\n\r\nsigned words'),
      type: 'application/pkcs7-mime',
      fileName: 'signed.p7m',
      expectWords: ['signed words'],
    },
    {
      file: tnef({ subject: 'Offer', body: 'packed words' }),
      type: 'application/vnd.ms-tnef',
      expectWords: ['Offer', 'packed words'],
    },
    {
      file: Buffer.from('25\nSubject: Tea\n\napple words<plist/>'),
      type: 'message/x-emlx',
      fileName: 'mail.emlx',
      expectWords: ['Tea', 'apple words'],
    },
    {
      file: Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Lunch\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
      type: 'text/calendar',
      expectWords: ['Lunch'],
    },
    {
      file: Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jan Müller\r\nTEL:4711\r\nEND:VCARD\r\n'),
      type: 'text/vcard',
      expectWords: ['Jan Müller', '4711'],
    },
    {
      file: Buffer.from('From: <Saved by Blink>\r\nContent-Type: text/html\r\n\r\n<p>saved page'),
      type: 'multipart/related',
      expectWords: ['saved page'],
    },
    { file: Buffer.from(mail), type: 'message/rfc822', expectWords: ['Jörg', 'Grüße', 'attached', 'invoice-7.pdf'] },
  ],
});
