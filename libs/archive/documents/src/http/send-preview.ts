import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import type { Preview } from '#archive/documents';

const RETRY_AFTER_SECONDS = '1';
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'",
};

/** Sends a picture of a page; 304 when the client has it, 202 while it is being made. */
export async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  preview: Preview,
  { page, cacheControl }: { page: number; cacheControl: string },
): Promise<void> {
  reply.headers(HEADERS);
  if (preview.status === 'pending') {
    reply.code(202).headers({ 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' });
    return reply.send({ status: 'pending' });
  }
  const etag = `"${preview.tag}"`;
  const isKnown = fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag });
  const picture = isKnown ? undefined : await preview.read();
  // The header is set only after the file was opened: an error must not be cached.
  reply.headers({ 'cache-control': cacheControl, etag });
  if (picture === undefined) return reply.code(304).send();
  reply.headers({ 'content-type': 'image/webp', 'content-disposition': `inline; filename="page-${page}.webp"` });
  return reply.send(picture);
}
