import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { InvalidFormData } from '#archive/documents';
import type { OperationFragment } from '#ground/http-kit';
import type { FileInMail } from '#outside/intake';
import type { AppError } from '#ground/kernel';

const EMAIL = 'email';
const ATTACHMENTS = 'attachments[]';
const LIMITS = {
  fields: 100,
  /** Senders put the texts and headers of a mail into the JSON, too. */
  fieldSize: 16 * 1024 * 1024,
  fieldNameSize: 200,
  files: 1_000,
  parts: 1_100,
  headerPairs: 50,
  headerSize: 16 * 1024,
};

const UNREADABLE_PART =
  'A part of the form has no name that can be read: it needs a Content-Disposition, and no line breaks in its names.';

export interface IngestedForm {
  /** JSON. */
  email: string;
  files: (FileInMail & { sha256: string })[];
}

/** What the form looks like, for the description of the API. */
export const INGEST_DESCRIPTION: OperationFragment = {
  responses: { 202: { description: 'Everything in the mail was taken, held or dropped; the response has no body.' } },
  parameters: [
    {
      in: 'header',
      name: 'X-Signature',
      description: 'HMAC-SHA256 of all bytes of the body, with the secret of the server, in Base64.',
      required: true,
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            email: {
              type: 'string',
              description:
                'JSON: `{ from: { address, name? }, to: [{ address, name? }], originalTo?: [{ address, name? }], subject?, headers? }`. Other keys are ignored.',
            },
            'attachments[]': {
              type: 'array',
              maxItems: LIMITS.files,
              items: { type: 'string', format: 'binary' },
              description: 'The files in the mail.',
            },
          },
          required: ['email'],
        },
      },
    },
  },
};

/** Reads the form out of a file, and writes its files into `folder`. */
export async function readIngestedForm(
  contentType: string,
  { path, folder }: { path: string; folder: string },
): Promise<IngestedForm> {
  const emails: string[] = [];
  const files: IngestedForm['files'] = [];
  const form = openForm(contentType);
  let problem: AppError | undefined;
  let parts = 0;
  let read = 0;
  let received = 0;
  /** One file after the other; a failure to write ends the form. */
  let writing = Promise.resolve();
  const refuse = (message: string) => {
    problem ??= InvalidFormData({ message });
  };
  eachPart(form, () => (parts += 1));
  form.on('field', (name, value, isNameTruncated, isTruncated) => {
    read += 1;
    if (name !== EMAIL || isNameTruncated) return;
    if (isTruncated) refuse(`The part "${EMAIL}" is longer than ${LIMITS.fieldSize} bytes.`);
    emails.push(value);
  });
  form.on('file', (name, stream: BusboyFileStream, fileName, _encoding, type) => {
    read += 1;
    stream.on('error', () => undefined); // `pipeline` gets it, but later; without a listener it would end the process
    if (name !== ATTACHMENTS || problem) return void stream.resume();
    const target = join(folder, String((received += 1)));
    const file = { fileName: fileName || 'file', type, open: () => createReadStream(target), sha256: '' };
    files.push(file);
    writing = writing.then(async () => void (file.sha256 = await write(stream, target)));
    writing.catch((error: unknown) => form.destroy(error as Error));
  });
  form.on('partsLimit', () => refuse(`The form has more than ${LIMITS.parts} parts.`));
  form.on('filesLimit', () => refuse(`The form has more than ${LIMITS.files} files.`));
  form.on('fieldsLimit', () => refuse(`The form has more than ${LIMITS.fields} fields.`));
  try {
    await pipeline(createReadStream(path), form);
    await writing;
  } catch (error) {
    if (problem) throw problem;
    const isOfServer = (error as NodeJS.ErrnoException).errno !== undefined;
    throw isOfServer ? error : unreadable(error);
  }
  if (problem) throw problem;
  if (read < parts) throw InvalidFormData({ message: UNREADABLE_PART });
  const [email, ...more] = emails;
  if (email === undefined || more.length > 0)
    throw InvalidFormData({ details: [{ path: EMAIL, message: 'must be there once, as JSON' }] });
  return { email, files };
}

/**
 * The library leaves out a part that it cannot read, without a word, and a file must not be lost that way. Only its inner
 * parser has an event for each part.
 */
function eachPart(form: BusboyInstance, onPart: () => void): void {
  const { _parser: inner } = form as unknown as { _parser: { parser: EventEmitter } };
  inner.parser.on('part', onPart);
}

function openForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: LIMITS,
      isPartAFile: (name, type, fileName) =>
        name !== EMAIL && (name === ATTACHMENTS || fileName !== undefined || type === 'application/octet-stream'),
    });
  } catch (error) {
    throw unreadable(error);
  }
}

/** Returns the SHA-256 of what was written. */
async function write(stream: Readable, path: string): Promise<string> {
  const hash = createHash('sha256');
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(stream, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return hash.digest('hex');
}

const unreadable = (cause: unknown): AppError =>
  InvalidFormData({
    message: 'The body is no complete multipart form: its structure is wrong, or its end is missing.',
    cause,
  });
