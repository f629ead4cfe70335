import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StartupError } from '#operation/installation';
import { projectRoot } from '#ground/plugin-host';
import { builtFile, ENCODED, madePage, sendPageFile, type PageFile } from './page-file.js';

/** The built files of `apps/web`. */
const PAGES = join(projectRoot(), 'apps/web/dist');
const INDEX = join(PAGES, 'index.html');
/** For visitors who have a link and no account. */
const LINK_PAGE = join(PAGES, 'link.html');
const LINK_ADDRESS = /^\/(?:share|drop)\//;

/** What a page may load: files of this server and its API. No inline scripts or styles. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // Pages made of files, which have a policy of their own.
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types archivolt',
].join('; ');

/** Pages of links show files to visitors without an account: they have no workers, and their scripts may make no code at all. */
const LINK_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The worker that reads PDFs compiles decoders, for fax and JPEG 2000. It has no page, so the pages stay as strict. */
const PDF_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const PDF_WORKER = /^pdf\.(?:worker|renderer)\.[\w.-]+\.mjs$/;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Serves the built files of `apps/web` at `/`. There is a route for each file that exists at the start, so nothing in a
 * path can lead to another file. The addresses of links get `link.html`, any other address of a page `index.html`.
 */
export function servePages(fastify: FastifyInstance, basePath: string): void {
  if (!existsSync(INDEX)) {
    throw new StartupError(`the pages in ${PAGES} are missing.\nRemedy: run \`npm run build\`.`);
  }
  const hashedFiles = join(PAGES, 'assets') + sep;
  const setHeaders = (reply: FastifyReply, path: string): void => {
    if (path === LINK_PAGE) return setLinkHeaders(reply);
    const isPdfWorker = path.startsWith(hashedFiles) && PDF_WORKER.test(basename(path));
    reply.header('content-security-policy', isPdfWorker ? PDF_WORKER_POLICY : PAGE_POLICY);
    reply.header('cache-control', path.startsWith(hashedFiles) ? IMMUTABLE : 'no-cache');
  };
  const made = new Map<string, PageFile>();
  if (basePath !== '') for (const page of [INDEX, LINK_PAGE]) made.set(page, madePage(below(basePath, page)));
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const file = made.get(path) ?? (await builtFile(path));
    setHeaders(reply, path);
    return sendPageFile(request, reply, file);
  };
  for (const [url, path] of [['/', INDEX] as const, ...builtFiles()])
    fastify.route({ method: ['GET', 'HEAD'], url, handler: (request, reply) => send(request, reply, path) });
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    if (!asksForPage(request)) return done(null, payload);
    const page = LINK_ADDRESS.test(request.url) ? LINK_PAGE : INDEX;
    return void send(request, reply, page).catch((error: unknown) => reply.send(error));
  });
}

/** The address and the path of each file that a browser may ask for. */
function builtFiles(): (readonly [string, string])[] {
  const endings = Object.values(ENCODED);
  return readdirSync(PAGES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [`/${relative(PAGES, path).split(sep).join('/')}`, path] as const)
    .filter(([url]) => !url.startsWith('/.'));
}

/** The page with its files below this path, and with the path for its scripts. */
function below(path: string, page: string): string {
  const attribute = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return readFileSync(page, 'utf8')
    .replace('<html ', () => `<html data-base="${attribute}" `)
    .replaceAll(/ (href|src)="\//g, (_match, name: string) => ` ${name}="${attribute}/`);
}

/** The address holds a secret: it is kept from search engines, from other sites and from what the browser stores. */
function setLinkHeaders(reply: FastifyReply): void {
  reply.header('content-security-policy', LINK_POLICY);
  reply.header('cache-control', 'no-store');
  reply.header('x-robots-tag', 'noindex, nofollow');
  reply.header('referrer-policy', 'no-referrer');
}

/** Whether a browser opens an address that no route has. Addresses of files have a dot in their last part. */
function asksForPage({ is404, method, url, headers }: FastifyRequest): boolean {
  if (!is404 || (method !== 'GET' && method !== 'HEAD')) return false;
  const [path = ''] = url.split('?');
  if (path === '/api' || path.startsWith('/api/')) return false;
  return !path.slice(path.lastIndexOf('/')).includes('.') && (headers.accept ?? '').includes('text/html');
}
