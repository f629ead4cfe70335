import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { UPLOAD_TIMEOUT_MS } from '#ground/http-kit';

const require = createRequire(import.meta.url);

const PAGE = join(import.meta.dirname, 'page');
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/swagger-ui.css'));

/** The files of the page and the folder of each; the package brings two, so that the page works without the internet. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': SWAGGER_UI,
  'swagger-ui-bundle.js': SWAGGER_UI,
  'page.css': PAGE,
  'start.js': PAGE,
};

/** Everything comes from this server. Swagger UI writes styles into its elements, and its icons are data addresses. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** A client may take longer for these files than for what the other routes send. */
const ROUTE = { config: { timeoutMs: UPLOAD_TIMEOUT_MS } };

/**
 * The description of the API at `/api/openapi.json`, as it was generated and reviewed (`docs/reference/openapi.json`),
 * and a page to browse it at `/api/docs`. Both are public, as the sources are. Needs `reply.sendFile`.
 */
export function mountApiDescription(fastify: FastifyInstance): void {
  const description = require.resolve('#openapi');
  fastify.get('/api/openapi.json', ROUTE, (_request, reply) => sendFile(reply, 'openapi.json', dirname(description)));
  fastify.get('/api/docs', ROUTE, (_request, reply) => {
    void reply.header('content-security-policy', DOCS_POLICY);
    return sendFile(reply, 'index.html', PAGE);
  });
  for (const [name, folder] of Object.entries(FILES)) {
    fastify.get(`/api/docs/${name}`, ROUTE, (_request, reply) => sendFile(reply, name, folder));
  }
}

function sendFile(reply: FastifyReply, name: string, folder: string): FastifyReply {
  return reply.header('cache-control', 'public, max-age=3600').sendFile(name, folder);
}
