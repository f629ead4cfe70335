import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGE, PAGE_POLICY, START_SCRIPT, STYLE } from './docs-page.js';

const require = createRequire(import.meta.url);

/** What the page consists of besides itself; the packages bring the first two, so that it works without the internet. */
const FILES: Readonly<Record<string, { type: string; text: () => Promise<Buffer | string> }>> = {
  'swagger-ui.css': { type: 'text/css', text: () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')) },
  'swagger-ui-bundle.js': {
    type: 'text/javascript',
    text: () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  'page.css': { type: 'text/css', text: async () => STYLE },
  'start.js': { type: 'text/javascript', text: async () => START_SCRIPT },
};

/**
 * The description of the API at `/api/openapi.json`, as it was made and reviewed (`docs/reference/openapi.json`), and a
 * page to browse it at `/api/docs`. Both are public, as the sources are.
 */
export function mountApiDescription(fastify: FastifyInstance): void {
  let description: Promise<Buffer> | undefined;
  fastify.get('/api/openapi.json', async (_request, reply) => {
    description ??= readFile(require.resolve('#openapi'));
    return send(reply, 'application/json', await description);
  });
  fastify.get('/api/docs', async (_request, reply) => {
    reply.header('content-security-policy', PAGE_POLICY);
    return send(reply, 'text/html', PAGE);
  });
  for (const [name, { type, text }] of Object.entries(FILES)) {
    fastify.get(`/api/docs/${name}`, async (_request, reply) => send(reply, type, await text()));
  }
}

function send(reply: FastifyReply, type: string, body: Buffer | string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(body);
}
