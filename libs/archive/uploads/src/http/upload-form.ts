import type { Readable } from 'node:stream';
import { cleanFileName } from '@archivolt/plugin-kit';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#ground/kernel';
import { NoDocumentBody, storableMimeType, UploadNotReadable, WrongFileField } from '#archive/documents';
import { abortedWith } from './aborted-with.js';

const FILE_FIELD = 'file';
const LIMITS = { fields: 100, fieldSize: 8 * 1024, fieldNameSize: 200, parts: 120, headerPairs: 50 };

export interface UploadForm<Received> {
  file: Received;
  /** Declared media type without parameters; `text/plain` when the part declares none. */
  mimeType: string;
  /** Text fields by name, each with all its values; they may stand before or after the file. */
  fields: Map<string, string[]>;
}

export interface FileOfForm {
  name: string;
  content: Readable;
}

/** Reads a multipart upload. `receive` gets the file while it arrives; what comes after it is read too. */
export async function readUploadForm<Received>(
  request: FastifyRequest,
  receive: (file: FileOfForm, signal: AbortSignal) => Promise<Received>,
): Promise<UploadForm<Received>> {
  if (!request.isMultipart()) throw hasBody(request) ? UploadNotReadable() : NoDocumentBody();
  const aborted = abortedWith(request);
  let received: { file: Received; mimeType: string } | undefined;
  const fields = new Map<string, string[]>();
  try {
    for await (const part of whileNotAborted(partsOf(request), aborted)) {
      if (part.type === 'field') {
        if (part.valueTruncated)
          throw UploadNotReadable({ message: `The field ${part.fieldname.slice(0, 100)} is too long.` });
        fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value)]);
      } else if (received) {
        part.file.resume(); // a second file is ignored
      } else {
        received = await receiveFile(part, receive, aborted);
      }
    }
    if (!received) throw NoDocumentBody();
    return { ...received, fields };
  } catch (error) {
    throw error instanceof AppError ? error : asUploadError(error);
  }
}

/** The parts of the form. An invalid structure, such as a boundary that is too long, is an error of the request. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits: LIMITS });
  } catch (error) {
    throw UploadNotReadable({ cause: error });
  }
}

async function receiveFile<Received>(
  part: MultipartFile,
  receive: (file: FileOfForm, signal: AbortSignal) => Promise<Received>,
  signal: AbortSignal,
): Promise<{ file: Received; mimeType: string }> {
  const name = cleanFileName(part.filename);
  part.file.on('error', () => undefined); // the reader of the stream gets it; without a listener it would end the process
  if (part.fieldname !== FILE_FIELD) {
    part.file.resume();
    throw WrongFileField();
  }
  if (!name) {
    part.file.resume();
    throw NoDocumentBody({ message: 'The part "file" has no file name.' });
  }
  try {
    return {
      file: await receive({ name, content: part.file }, signal),
      mimeType: storableMimeType(part.mimetype) ?? 'text/plain',
    };
  } catch (error) {
    part.file.resume(); // the parser waits until the part was read
    throw error;
  }
}

function hasBody(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** Stops waiting on an abort: the parser gets no more of the body after the response, so the next part may never come. */
async function* whileNotAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncIterable<Item> {
  const iterator = items[Symbol.asyncIterator]();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined); // there may be no `race` at that moment
  for (;;) {
    signal.throwIfAborted();
    const next = await Promise.race([iterator.next(), aborted]);
    if (next.done === true) return;
    yield next.value;
  }
}

/** Errors of the multipart parser are errors of the request; others are errors of the server. */
function asUploadError(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isFromParser =
    (typeof code === 'string' && /^(FST_|ECONNRESET|ABORT_ERR|ERR_STREAM_PREMATURE_CLOSE)/.test(code)) ||
    (typeof message === 'string' && /multipart|unexpected end|terminated early|malformed|disconnected/i.test(message));
  return isFromParser ? UploadNotReadable({ cause: error }) : error;
}
