import { randomBytes } from 'node:crypto';
import { end, fieldPart, filePart, part, type RawUpload } from './raw-upload.js';

const truncated = filePart('cut.txt', randomBytes(50_000)).subarray(0, 30_000);
/** Forms that are not uploads: what is wrong, the request, and the response that it gets wherever files are taken. */
export const HOSTILE_FORMS: [string, RawUpload, number, string][] = [
  [
    'a file in another field',
    { body: [filePart('a.txt', 'a', 'document'), end] },
    400,
    'document.invalid_file_fieldname',
  ],
  ['fields only', { body: [fieldPart('other', 'x'), end] }, 400, 'document.no_body'],
  ['an empty form', { body: [end] }, 400, 'document.no_body'],
  ['an empty body', { body: [] }, 400, 'document.no_body'],
  ['no body and no type', { body: [], headers: { 'content-type': undefined } }, 400, 'document.no_body'],
  ['JSON', { body: ['{"file":"x"}'], headers: { 'content-type': 'application/json' } }, 400, 'document.parse_error'],
  [
    'broken JSON',
    { body: ['{"file'], headers: { 'content-type': 'application/json' } },
    400,
    'server.invalid_request.malformed_json',
  ],
  [
    'plain bytes',
    { body: ['bytes'], headers: { 'content-type': 'application/octet-stream' } },
    400,
    'document.parse_error',
  ],
  [
    'urlencoded fields',
    { body: ['file=x'], headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    400,
    'document.parse_error',
  ],
  [
    'a form without a boundary',
    { body: [filePart('a.txt', 'a'), end], headers: { 'content-type': 'multipart/form-data' } },
    400,
    'document.parse_error',
  ],
  [
    'a form with an empty boundary',
    { body: [filePart('a.txt', 'a'), end], headers: { 'content-type': 'multipart/form-data; boundary=' } },
    400,
    'document.parse_error',
  ],
  [
    'another boundary than announced',
    { body: [filePart('a.txt', 'a'), end], headers: { 'content-type': 'multipart/form-data; boundary=other' } },
    400,
    'document.parse_error',
  ],
  [
    'a tab in the type',
    { body: [filePart('a.txt', 'a'), end], headers: { 'content-type': 'multipart/mixed\t; boundary=x' } },
    400,
    'document.parse_error',
  ],
  ['a body that ends inside the file', { body: [truncated] }, 400, 'document.parse_error'],
  [
    'a body that ends right after the head of the part',
    { body: [filePart('a.txt', '').subarray(0, -4)] },
    400,
    'document.parse_error',
  ],
  ['a form without its last boundary', { body: [filePart('a.txt', 'whole')] }, 400, 'document.parse_error'],
  [
    'a content-length that is too short',
    { body: [filePart('a.txt', randomBytes(5000)), end], headers: { 'content-length': 3000 } },
    400,
    'server.invalid_request',
  ],
  [
    'a file without a name',
    {
      body: [part(['content-disposition: form-data; name="file"', 'content-type: application/octet-stream'], 'x'), end],
    },
    400,
    'document.no_body',
  ],
  ['a file with an empty name', { body: [filePart('', 'x'), end] }, 400, 'document.no_body'],
  ['a file whose name is only a path', { body: [filePart('../../', 'x'), end] }, 400, 'document.no_body'],
  ['the file as a plain field', { body: [fieldPart('file', 'x'), end] }, 400, 'document.no_body'],
  ['an empty file', { body: [filePart('empty.txt', ''), end] }, 400, 'document.empty_file'],
  ['a part without a head', { body: [part([], 'x'), end] }, 400, 'document.no_body'],
  [
    'a field called __proto__',
    { body: [fieldPart('__proto__', 'x'), filePart('a.txt', 'a'), end] },
    400,
    'document.parse_error',
  ],
  [
    'a field of 100 kB',
    { body: [fieldPart('notes', 'x'.repeat(100_000)), filePart('a.txt', 'a'), end] },
    400,
    'document.parse_error',
  ],
  [
    'a part with a name of 1 MB',
    { body: [part(`content-disposition: form-data; name="${'x'.repeat(1024 * 1024)}"`, 'x'), end] },
    400,
    'document.no_body',
  ],
  [
    'a part header of 1 MB and then no file',
    { body: [part(`x-long: ${'x'.repeat(1024 * 1024)}`, 'x'), end] },
    400,
    'document.no_body',
  ],
  [
    '10,000 fields and then the file',
    {
      body: [
        ...Array.from({ length: 10_000 }, (_, number) => fieldPart(`f${number}`, 'x')),
        filePart('a.txt', 'a'),
        end,
      ],
    },
    400,
    'document.parse_error',
  ],
  [
    'a file and then thousands of parts',
    {
      body: [
        filePart('a.txt', 'a'),
        ...Array.from({ length: 10_000 }, (_, number) => fieldPart(`f${number}`, 'x')),
        end,
      ],
    },
    400,
    'document.parse_error',
  ],
  [
    'thousands of files',
    { body: [...Array.from({ length: 2000 }, (_, number) => filePart(`${number}.txt`, 'x')), end] },
    400,
    'document.parse_error',
  ],
];

/** Names of files as they are sent and as they are stored. */
export const FILE_NAMES: [string, string][] = [
  ['../../x', 'x'],
  ['..\\..\\x.txt', 'x.txt'],
  ['/etc/passwd', 'passwd'],
  ['C:\\windows\\y.txt', 'y.txt'],
  ['CON', 'CON'],
  ['NUL.txt', 'NUL.txt'],
  ['.htaccess', '.htaccess'],
  ['trailing dot.', 'trailing dot.'],
  [' spaces ', ' spaces '],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['x'.repeat(256), 'x'.repeat(255)],
  [`${'x'.repeat(4000)}.tar.gz`, `${'x'.repeat(252)}.gz`],
  [`${'😀'.repeat(300)}.txt`, `${'😀'.repeat(251)}.txt`],
  ['😀🎉', '😀🎉'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['Ame\u0301lie', 'Amélie'],
  ['zero\u200Bwidth', 'zerowidth'],
  ["quote'(1)*!.txt", "quote'(1)*!.txt"],
  ['%0d%0aset-cookie: a=b', '%0d%0aset-cookie: a=b'],
  ['"><img src=x onerror=alert(1)>', '"><img src=x onerror=alert(1)>'],
  ['=cmd|x', '=cmd|x'],
  ['a;b,c=d', 'a;b,c=d'],
  ['\u007F\u0001control', 'control'],
];
