import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { RangeNotSatisfiable, type DocumentFile } from '#libs/documents';
import { attachmentHeader } from './attachment-header.js';
import { parseRange } from './byte-range.js';
import { sendDownload } from './file-download.js';

/** Headers of every file that users have stored: a browser saves it, and never runs it as a page of this server. */
export const DOWNLOAD_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "sandbox; default-src 'none'",
};

/** Sends a stored file as an attachment; `Range`, `If-Range` and `If-None-Match` are honoured. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: DocumentFile,
  { type, stallTimeoutMs }: { type: string; stallTimeoutMs: number },
): Promise<void> {
  const etag = `"${file.sha256}"`;
  reply.headers({
    'content-type': type,
    'content-disposition': attachmentHeader(file.name),
    ...DOWNLOAD_HEADERS,
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  });
  // Only this header: `fetch` adds `cache-control: no-cache` to it, which must not cost a 304.
  if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  // The whole tag: a weak one, or a date, does not prove that the bytes are the same.
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, file.size) : undefined;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`);
    throw RangeNotSatisfiable();
  }
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  if (request.method === 'HEAD') return reply.send(Readable.from([])); // keeps the length, unlike no body at all
  await sendDownload(reply, await file.open(range), stallTimeoutMs);
}
