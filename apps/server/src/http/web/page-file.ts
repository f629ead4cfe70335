import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import mime from 'mime';
import { parseRange, RangeNotSatisfiable } from '#ground/http-kit';
import { acceptedEncoding, varyByEncoding, type Encoding } from '../accepted-encoding.js';

/** The endings of the compressed files that the build puts next to a file, the smaller one first. */
export const ENCODED = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>;

interface Part {
  start: number;
  end: number;
}

interface Body {
  /** Bytes. */
  size: number;
  open: (part?: Part) => Readable;
}

/** A file of the pages, as it is and compressed where the build found that smaller. */
export interface PageFile {
  type: string;
  /** Of its content. */
  hash: string;
  plain: Body;
  encoded: ReadonlyMap<Encoding, Body>;
}

const hashes = new Map<string, { stamp: string; hash: string }>();

/** A file of the build; while it is developed it may change. */
export async function builtFile(path: string): Promise<PageFile> {
  const encoded = new Map<Encoding, Body>();
  for (const [encoding, ending] of Object.entries(ENCODED)) {
    const found = await stat(path + ending).catch(() => undefined);
    if (found) encoded.set(encoding as Encoding, onDisk(path + ending, found.size));
  }
  const { size, mtimeMs } = await stat(path);
  const stamp = `${size} ${mtimeMs}`;
  let known = hashes.get(path);
  if (known?.stamp !== stamp) {
    known = { stamp, hash: hashOf(await readFile(path)) };
    hashes.set(path, known);
  }
  return { type: typeOf(path), hash: known.hash, plain: onDisk(path, size), encoded };
}

/** A page that was made from a file of the build. */
export function madePage(html: string): PageFile {
  const bytes = Buffer.from(html);
  const encoded = new Map<Encoding, Body>([
    ['br', inMemory(brotliCompressSync(bytes))],
    ['gzip', inMemory(gzipSync(bytes))],
  ]);
  return { type: typeOf('page.html'), hash: hashOf(bytes), plain: inMemory(bytes), encoded };
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
const onDisk = (path: string, size: number): Body => ({ size, open: (part) => createReadStream(path, part) });
const inMemory = (bytes: Buffer): Body => ({
  size: bytes.length,
  open: (part) => Readable.from([part ? bytes.subarray(part.start, part.end + 1) : bytes]),
});

function typeOf(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return /^text\/|javascript|json|svg/.test(type) ? `${type}; charset=utf-8` : type;
}

/** Sends the file in the smallest form that the client takes; a part only as it is. Other headers are set before. */
export function sendPageFile(request: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const { headers, method } = request;
  const isPart = headers.range !== undefined;
  const encoding = isPart ? undefined : acceptedEncoding(headers['accept-encoding'], [...file.encoded.keys()]);
  const body = (encoding && file.encoded.get(encoding)) ?? file.plain;
  const etag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  reply.headers({ 'content-type': file.type, etag });
  if (file.encoded.size > 0) varyByEncoding(reply);
  // Only this header: `fetch` adds `cache-control: no-cache` to it, which must not cost a 304.
  if (fresh({ 'if-none-match': headers['if-none-match'] }, { etag })) return reply.code(304).send();
  if (encoding === undefined) reply.header('accept-ranges', 'bytes');
  else reply.header('content-encoding', encoding);
  const ifRange = headers['if-range'];
  const part = isPart && (ifRange === undefined || ifRange === etag) ? parseRange(headers.range, body.size) : undefined;
  if (part === 'unsatisfiable') {
    reply.header('content-range', `bytes */${body.size}`);
    throw RangeNotSatisfiable();
  }
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${body.size}`);
  reply.header('content-length', part ? part.end - part.start + 1 : body.size);
  return reply.send(method === 'HEAD' ? Readable.from([]) : body.open(part)); // no body at all would lose the length
}
