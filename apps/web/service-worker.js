// The service worker: pages start without a connection, and show what this person has seen of the archive. The build
// writes it to `/sw.js` with the list of files. Why, and what is never kept: docs/adr/0123.

/** The files of the first views, relative to the pages. */
const SHELL = JSON.parse('%SHELL%');
const VERSION = '%VERSION%';

const BASE = new URL('.', self.location.href).pathname;
const SHELL_CACHE = `archivolt-shell-${VERSION}`;
/** Files with a hash in their name, also those of earlier builds, which open pages may still ask for. */
const FILES_CACHE = 'archivolt-files';
const MOST_FILES = 400;
/** Answers of the API. The name ends with the id of the user; there is one of them at most. */
const KEPT_CACHE = 'archivolt-kept-';
const LONGEST_KEPT_MS = 7 * 24 * 3_600_000;

/** Nothing of other people, no link, key or secret: what is not named here is not kept. Sizes in bytes. */
const JSON_ANSWERS = { count: 300, bytes: 200_000, type: 'application/json' };
const PICTURES = { count: 300, bytes: 200_000, type: 'image/webp' };
const ORGANIZATION = 'api/organizations/[^/]+';
const KEPT = [
  { paths: /^api\/(config|users\/me|organizations)$/, limits: JSON_ANSWERS },
  {
    paths: new RegExp(`^${ORGANIZATION}(/(custom-properties|document-views|documents|members/me|tags))?$`),
    limits: JSON_ANSWERS,
  },
  {
    paths: new RegExp(
      `^${ORGANIZATION}/documents/(facets|statistics|doc_\\w+(/(attachments|pages|custom-properties))?)$`,
    ),
    limits: JSON_ANSWERS,
  },
  { paths: new RegExp(`^${ORGANIZATION}/documents/doc_\\w+/preview$`), limits: PICTURES },
];

/** Grows when everything is forgotten: an answer to an earlier request is not kept afterwards. */
let generation = 0;
let work = Promise.resolve();
/** What reads and changes the kept answers does so one after the other. */
const inTurn = (task) => (work = work.then(task).catch(() => undefined));

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (path.startsWith('api/auth/') && request.method !== 'GET') return event.respondWith(changeOfSession(request));
  if (request.method !== 'GET' || /^(share|drop)(\/|$)/.test(path)) return;
  if (path.startsWith('api/')) {
    const kept = KEPT.find(({ paths }) => paths.test(path));
    if (kept) event.respondWith(answer(event, path, kept.limits));
  } else if (request.mode === 'navigate') event.respondWith(page(request, path));
  else if (path.startsWith('assets/')) event.respondWith(hashedFile(event));
  else if (SHELL.includes(path)) event.respondWith(fetch(request).catch(() => fromShell(path)));
});

async function install() {
  const isHashed = (path) => path.startsWith('assets/');
  const files = await caches.open(FILES_CACHE);
  await files.addAll(SHELL.filter(isHashed).map((path) => BASE + path));
  const others = SHELL.filter((path) => !isHashed(path)).map((path) => new Request(BASE + path, { cache: 'reload' }));
  await (await caches.open(SHELL_CACHE)).addAll(others);
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith('archivolt-shell-') && name !== SHELL_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const fromShell = async (path) => (await (await caches.open(SHELL_CACHE)).match(BASE + path)) ?? Response.error();

async function page(request, path) {
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  return fetch(request).catch(() => (isFile ? Response.error() : fromShell('')));
}

async function hashedFile(event) {
  const cache = await caches.open(FILES_CACHE);
  const known = await cache.match(event.request.url);
  if (known) return known;
  const response = await fetch(event.request);
  if (response.status === 200) event.waitUntil(keepFile(cache, event.request.url, response.clone()));
  return response;
}

async function keepFile(cache, url, response) {
  await cache.put(url, response);
  const isOfShell = (key) => SHELL.includes(new URL(key.url).pathname.slice(BASE.length));
  await dropOldest(cache, (key) => !isOfShell(key), MOST_FILES);
}

async function dropOldest(cache, isCounted, most) {
  const counted = (await cache.keys()).filter(isCounted);
  for (const key of counted.slice(0, Math.max(0, counted.length - most))) await cache.delete(key);
}

/** Forgets before, so that it happens without an answer too, and after it, for answers that came in between. */
async function changeOfSession(request) {
  await forget();
  try {
    return await fetch(request);
  } finally {
    await forget();
  }
}

const keptCaches = async () => (await caches.keys()).filter((name) => name.startsWith(KEPT_CACHE));

async function forget() {
  generation += 1;
  for (const name of await keptCaches()) await caches.delete(name);
}

/** The server answers if it can; what is kept is only for a server that cannot be reached. */
async function answer(event, path, limits) {
  const { request } = event;
  const began = generation;
  let response;
  try {
    response = await fetch(request);
  } catch (error) {
    const kept = await keptAnswer(request.url);
    if (kept) return kept;
    throw error;
  }
  const { status } = response;
  if (status === 401) await forget();
  else if (status === 200) event.waitUntil(keep(path, limits, { url: request.url, response: response.clone(), began }));
  else if (status >= 403 && status <= 410) event.waitUntil(inTurn(() => withdraw(path, status)));
  return response;
}

async function keptAnswer(url) {
  for (const name of await keptCaches()) {
    const kept = await (await caches.open(name)).match(url);
    if (kept && Date.now() - Number(kept.headers.get('x-kept-at')) < LONGEST_KEPT_MS) return kept;
  }
  return undefined;
}

async function keep(path, { bytes, count, type }, { url, response, began }) {
  if (!response.headers.get('content-type')?.startsWith(type)) return;
  const body = await response.arrayBuffer();
  if (body.byteLength > bytes) return;
  await inTurn(async () => {
    if (began !== generation) return;
    const name = path === 'api/users/me' ? await cacheOf(body) : ((await keptCaches())[0] ?? (await askedCache()));
    if (name === undefined || !(await caches.has(name))) return;
    const cache = await caches.open(name);
    await cache.put(url, new Response(body, { headers: { 'content-type': type, 'x-kept-at': String(Date.now()) } }));
    const isPicture = (key) => new URL(key.url).pathname.endsWith('/preview');
    await dropOldest(cache, (key) => isPicture(key) === (type === PICTURES.type), count);
  });
}

/** The cache of the user who is described here; what was kept for another one is deleted. */
async function cacheOf(body) {
  const name = KEPT_CACHE + JSON.parse(new TextDecoder().decode(body)).user.id;
  const before = await keptCaches();
  if (before.some((each) => each !== name)) await forget();
  await caches.open(name);
  return name;
}

/** After a sign-in the pages may not ask who they are for. */
async function askedCache() {
  const response = await fetch(`${BASE}api/users/me`);
  return response.status === 200 ? cacheOf(await response.arrayBuffer()) : undefined;
}

/** The person may not see it any more, or it is gone. */
async function withdraw(path, status) {
  const organization = /^api\/organizations\/[^/]+/.exec(path)?.[0] ?? path;
  const above = BASE + (status === 403 || path.endsWith('/members/me') ? organization : path);
  for (const name of await keptCaches()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys())
      if (`${new URL(key.url).pathname}/`.startsWith(`${above}/`)) await cache.delete(key);
  }
}
