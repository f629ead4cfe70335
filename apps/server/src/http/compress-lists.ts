import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptedEncoding, varyByEncoding, type Encoding } from './accepted-encoding.js';

const OF_ORGANIZATION = '/api/organizations/:organizationId';

/**
 * The lists that may be long. Their responses hold no key, link or token, which could be guessed from the lengths of
 * responses that repeat a search.
 */
export const COMPRESSED_LISTS: ReadonlySet<string> = new Set(
  [
    ...['/documents', '/documents/deleted', '/documents/facets', '/tags', '/custom-properties'],
    ...['/document-views', '/activity', '/tagging-rules'],
  ].map((path) => OF_ORGANIZATION + path),
);

/** In characters. Below it, a packet carries the response anyway. */
const WORTH_IT = 1_400;
/** Higher ones take several times as long for a few per cent. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

const brotli = promisify(brotliCompress);
const COMPRESS: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    brotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (text) => promisify(gzip)(text, { level: GZIP_LEVEL }),
};

/** Compresses long lists for clients that take it, outside of the thread that answers requests. */
export function compressLists(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!COMPRESSED_LISTS.has(request.routeOptions.url ?? '') || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string' || reply.hasHeader('etag')) return payload;
    varyByEncoding(reply);
    const encoding = acceptedEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
    if (encoding === undefined || payload.length < WORTH_IT) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return COMPRESS[encoding](payload);
  });
}
