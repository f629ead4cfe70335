import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { HttpRequest } from '../host-http.js';
import type { ExtractionInput } from './extractor.js';

type Body = Required<Pick<HttpRequest, 'body' | 'headers'>>;

/** The file itself as the body of a request, read while it is sent. */
export function fileBody({ path, size, type }: ExtractionInput): Body {
  return {
    headers: { 'content-type': type, 'content-length': String(size) },
    body: createReadStream(path),
  };
}

/**
 * A form (`multipart/form-data`) with other fields and the file in the field `name`, read while it is sent. `FormData`
 * is not used, because its stream fails outside of the request when a service responds before it has read all of it.
 */
export function formWithFile(
  { path, size, fileName, type }: ExtractionInput,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Body {
  const boundary = `form-${randomUUID()}`;
  const partOf = (field: string, more = ''): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(field)}"${more}\r\n\r\n`;
  const others = Object.entries(fields).map(([field, value]) => `${partOf(field)}${value}\r\n`);
  const file = partOf(name, `; filename="${escaped(fileName)}"\r\ncontent-type: ${type}`);
  const [before, after] = [`${others.join('')}${file}`, `\r\n--${boundary}--\r\n`];
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(Buffer.byteLength(before) + size + Buffer.byteLength(after)),
    },
    body: Readable.from(around(before, chunksOf(path), after), { objectMode: false }),
  };
}

/**
 * JSON in which one string contains the file in Base64, read while it is sent: `(base64) => ({ content: base64 })`. The
 * file is never in memory as a whole.
 */
export function jsonWithFile({ path, size }: ExtractionInput, value: (base64: string) => object): Body {
  const mark = randomUUID();
  const [before = '', after = ''] = JSON.stringify(value(mark)).split(mark);
  const base64Bytes = 4 * Math.ceil(size / 3);
  return {
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(before) + base64Bytes + Buffer.byteLength(after)),
    },
    body: Readable.from(around(before, inBase64(chunksOf(path)), after), { objectMode: false }),
  };
}

async function* around(before: string, file: AsyncIterable<Buffer>, after: string): AsyncGenerator<Buffer> {
  yield Buffer.from(before);
  yield* file;
  yield Buffer.from(after);
}

/** Opens the file with the first chunk: a request that is refused never asks for one. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

async function* inBase64(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of file) {
    const bytes = Buffer.concat([rest, chunk]);
    // Three bytes are four characters; the others wait for the next chunk.
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole));
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'));
}

/** As browsers write names into the header of a part. */
function escaped(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
