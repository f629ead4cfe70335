import type { IncomingMessage } from 'node:http';
import { basePath, type ServerConfig } from '#config/server';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { SMALL_BODY_BYTES, UPLOAD_TIMEOUT_MS } from '#ground/http-kit';
import { clientAddresses, trustOf } from './client-address.js';
import { respondToBadAddress, respondToBrokenRequest, requestId } from './broken-request.js';

/** For proxies that pass the path of APP_BASE_URL on; others remove it. */
function withoutPath(path: string) {
  return ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
    if (path === '' || !url.startsWith(path)) return url;
    const rest = url.slice(path.length);
    return rest.startsWith('/') ? rest : rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };
}

/** Classes check the input of routes (`assertEveryInputIsChecked`), so the compilers of JSON schemas need not be loaded. */
function noSchemas(): never {
  throw new Error('A route has a JSON schema; describe its input by a class instead.');
}

/** Fastify with every limit a public server needs. */
export function createFastifyAdapter(config: ServerConfig): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: SMALL_BODY_BYTES,
    trustProxy: trustOf(config),
    requestIdHeader: false,
    genReqId: requestId,
    rewriteUrl: withoutPath(basePath(config)),
    clientErrorHandler: respondToBrokenRequest,
    frameworkErrors: respondToBadAddress,
    // The whole of a request, with its body; headers have a limit of their own, which must be the lower one.
    requestTimeout: UPLOAD_TIMEOUT_MS + 30_000,
    http: { headersTimeout: 30_000 },
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300, caseSensitive: true, ignoreTrailingSlash: false },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    logger: false,
  });
  clientAddresses(adapter.getInstance(), config);
  return adapter;
}
