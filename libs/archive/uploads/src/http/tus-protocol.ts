import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnsupportedTusVersion, UnsupportedUploadType } from '#archive/uploads';

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,creation-with-upload,expiration,termination';
const BYTES_TYPE = 'application/offset+octet-stream';
const UPLOADS = /^\/api\/organizations\/[^/?]+\/uploads(?:\/[^/?]*)?(?:\?|$)/;

/** True for a request whose body the route reads as it arrives. */
export function streamsBody(request: FastifyRequest): boolean {
  return acceptsBytes(request) && isBytes(request);
}

/**
 * The parts of tus 1.0 around the routes: the headers of every response, the response to `OPTIONS`, and bodies that are
 * not read into memory on routes with `@RouteConfig({ acceptsBytes: true })`.
 */
export function speakTus(fastify: FastifyInstance, { maxUploadBytes }: { maxUploadBytes: number }): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!UPLOADS.test(request.url)) return;
    reply.header('tus-resumable', VERSION);
    if (request.method !== 'OPTIONS') return;
    reply.header('tus-version', VERSION).header('tus-extension', EXTENSIONS);
    if (maxUploadBytes > 0) reply.header('tus-max-size', String(maxUploadBytes));
  });
  fastify.addHook('preParsing', async (request) => {
    if (acceptsBytes(request) && hasBody(request) && !isBytes(request)) throw UnsupportedUploadType();
  });
  fastify.addContentTypeParser(BYTES_TYPE, (request, _payload, done) => {
    if (acceptsBytes(request)) done(null);
    else done(UnsupportedUploadType());
  });
}

/** Throws for a client that speaks another version; one that names none is served. */
export function checkTusVersion(request: FastifyRequest, reply: FastifyReply): void {
  const version = request.headers['tus-resumable'];
  if (version === undefined || version === VERSION) return;
  reply.header('tus-version', VERSION);
  throw UnsupportedTusVersion();
}

const acceptsBytes = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { acceptsBytes?: boolean } | undefined)?.acceptsBytes === true;

const isBytes = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === BYTES_TYPE;

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
