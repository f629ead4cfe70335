// npm run screenshots: pictures of every page, light, dark and as on a phone, in docs/screenshots.
//   npm run screenshots -- members webhooks    only these
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
const PATIENCE_MS = 15_000;

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
  const archive = await prepareArchive(server, person);
  await mkdir(FOLDER, { recursive: true });
  let sum = 0;
  for (const page of pagesOf(archive)) {
    if (wanted.length > 0 && !wanted.includes(page.name)) continue;
    const browser = page.isPublic ? visitor : person;
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
    await tab.goto(server.baseUrl + path);
    await untilComplete(tab, `${name} (${path})`);
    if (act) {
      await act(tab);
      await untilComplete(tab, `${name} (${path})`);
    }
    const png = await tab.screenshot();
    const file = join(FOLDER, `${name}-${variant}.webp`);
    await writeFile(file, await sharp(png).webp({ quality: 70, effort: 6 }).toBuffer());
    return (await stat(file)).size;
  } finally {
    await tab.close();
  }
}

/** A page is complete when it has its heading, nothing is a placeholder any more, and its pictures are there. */
async function untilComplete(tab, name) {
  try {
    await tab.waitForFunction(
      () =>
        document.querySelector('h1, h2') !== null &&
        document.querySelector('.animate-pulse, [aria-busy=true]') === null &&
        [...document.images].every((image) => image.complete),
      undefined,
      { timeout: PATIENCE_MS, polling: 200 },
    );
  } catch {
    console.warn(`${name} was not complete after ${PATIENCE_MS} ms`);
  }
}
