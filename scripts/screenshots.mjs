// npm run screenshots: pictures of every page, light, dark and as on a phone, in docs/screenshots.
//   npm run screenshots -- members webhooks    only these
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { startChromium } from '../test/web/support/chromium.ts';
import { benchServer } from './bench/tools/bench-server.mjs';
import { pagesOf } from './screenshots/pages.mjs';
import { prepareArchive } from './screenshots/prepare-archive.mjs';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
const LARGEST_SUM = 3_000_000;
const VARIANTS = [
  { name: 'light', colorScheme: 'light', width: 1200, height: 760 },
  { name: 'dark', colorScheme: 'dark', width: 1200, height: 760 },
  { name: 'phone', colorScheme: 'light', width: 390, height: 780 },
];
const PATIENCE_MS = 20_000;
/** Nothing was requested for so long: a page has what it needs. */
const QUIET_MS = 400;
/** It is open as long as the page is. */
const STREAM = /\/events\/stream/;

const wanted = process.argv.slice(2);
const server = await benchServer({
  NODE_ENV: 'development',
  AUTH_IS_REGISTRATION_ENABLED: 'true',
  WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.1',
});
const visitor = await startChromium();
const person = await startChromium();
try {
  await server.start();
  const archive = await prepareArchive(server, person.browser);
  await mkdir(FOLDER, { recursive: true });
  let sum = 0;
  for (const page of pagesOf(archive)) {
    if (wanted.length > 0 && !wanted.includes(page.name)) continue;
    const { browser } = page.isPublic ? visitor : person;
    for (const variant of VARIANTS) sum += await take(await browser.newPage(), page, variant);
  }
  console.log(`${(sum / 1000).toFixed(0)} kB together`);
  if (sum > LARGEST_SUM) throw new Error(`the pictures have ${sum} bytes together; the limit is ${LARGEST_SUM}`);
} finally {
  await visitor.close();
  await person.close();
  await server.remove();
}

/** Saves one picture and gives its size in bytes. */
async function take(tab, { name, path, act }, { name: variant, colorScheme, width, height }) {
  try {
    await tab.setViewportSize({ width, height });
    await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const requests = watchRequests(tab);
    await tab.goto(server.baseUrl + path);
    await untilComplete(tab, requests, name);
    if (act) {
      await act(tab);
      await untilComplete(tab, requests, name);
    }
    const png = await tab.screenshot();
    const file = join(FOLDER, `${name}-${variant}.webp`);
    await writeFile(file, await sharp(png).webp({ quality: 70, effort: 6 }).toBuffer());
    return (await stat(file)).size;
  } finally {
    await tab.close();
  }
}

/** How many requests of a page are under way, and when the last one ended. */
function watchRequests(tab) {
  const requests = { underWay: 0, lastEnd: performance.now() };
  const isWatched = (request) => !STREAM.test(request.url());
  const end = (request) => {
    if (!isWatched(request)) return;
    requests.underWay -= 1;
    requests.lastEnd = performance.now();
  };
  tab.on('request', (request) => {
    if (isWatched(request)) requests.underWay += 1;
  });
  tab.on('requestfinished', end);
  tab.on('requestfailed', end);
  return requests;
}

/** A page is complete when it has its heading and pictures, nothing is a placeholder, and nothing is requested any more. */
async function untilComplete(tab, requests, name) {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const isShown = await tab.evaluate(
      () =>
        document.querySelector('h1, h2') !== null &&
        document.querySelector('.animate-pulse, [aria-busy=true]') === null &&
        [...document.images].every((image) => image.complete),
    );
    if (isShown && requests.underWay === 0 && performance.now() - requests.lastEnd > QUIET_MS) return;
    await delay(100);
  }
  console.warn(`${name} was not complete after ${PATIENCE_MS} ms`);
}
