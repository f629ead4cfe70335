import { Readable } from 'node:stream';
import type { ByteRange } from '@archivolt/plugin-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { attachmentHeader } from './attachment-header.js';
import { parseRange } from './byte-range.js';
import { sendDownload } from './file-download.js';
import { RangeNotSatisfiable } from './request.errors.js';

/** A file that a route sends. */
export interface FileToSend {
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
  open(range?: ByteRange): Promise<Readable>;
}

/** Headers of every file that users have stored: a browser saves it, and never runs it as a page of this server. */
export const DOWNLOAD_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "sandbox; default-src 'none'",
};

interface SendOptions {
  /** Replaces headers of every response; those of the file are added. */
  headers?: Readonly<Record<string, string>>;
  /** How long a client may stop reading; 0: no limit. */
  stallTimeoutMs: number;
  /** Called when the file is open and bytes will be sent, before the first one; what it throws is the response. */
  beforeBytes?: (range: ByteRange | undefined) => Promise<void>;
}

/**
 * Sends a stored file as an attachment: the whole, the part that `Range` asks for, the headers (HEAD), or 304. It may
 * take as long as the client keeps reading.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  { headers = {}, stallTimeoutMs, beforeBytes }: SendOptions,
): Promise<void> {
  const etag = `"${file.sha256}"`;
  reply.headers({
    'content-type': 'application/octet-stream',
    'content-disposition': attachmentHeader(file.name),
    ...DOWNLOAD_HEADERS,
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
    ...headers,
  });
  // Only this header: `fetch` adds `cache-control: no-cache` to it, which must not cost a 304.
  if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send();
  const range = rangeOf(request, reply, file.size, etag);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  if (request.method === 'HEAD') return reply.send(Readable.from([])); // keeps the length, unlike no body at all
  const bytes = await file.open(range);
  try {
    await beforeBytes?.(range);
  } catch (error) {
    bytes.destroy();
    throw error;
  }
  await sendDownload(reply, bytes, stallTimeoutMs);
}

function rangeOf(request: FastifyRequest, reply: FastifyReply, size: number, etag: string): ByteRange | undefined {
  const ifRange = request.headers['if-range'];
  // The whole tag: a weak one, or a date, does not prove that the bytes are the same.
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, size) : undefined;
  if (range !== 'unsatisfiable') return range;
  reply.header('content-range', `bytes */${size}`);
  throw RangeNotSatisfiable();
}
