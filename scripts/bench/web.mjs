// The list of documents in a real browser: time to the list, frames while scrolling, a keystroke to new rows.
//   npm run bench -- web [--documents 10000] [--words 200] [--keystrokes 60]
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { chromium } from 'playwright-core';
import { benchServer, ms, percentile, table } from './tools/bench-server.mjs';
import { loadDocuments } from './tools/bulk-load.mjs';

const root = join(import.meta.dirname, '../..');
const PASSWORD = 'correct horse battery';
const TEXTS = ['invoice water', 'semaphore', 'insurance policy', 'tax statement', 'contract'];

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const { values } = parseArgs({
    args,
    options: { documents: option(10_000), words: option(200), keystrokes: option(60) },
  });
  const [documents, words, keystrokes] = ['documents', 'words', 'keystrokes'].map((name) => Number(values[name]));
  const server = await benchServer({ DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false' });
  const profile = await mkdtemp(join(tmpdir(), 'archivolt-chromium-'));
  let browser;
  try {
    await server.start();
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      headless: true,
      viewport: { width: 1280, height: 800 },
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await browser.newPage();
    const organizationId = await signUp(page, server.baseUrl);
    await fill(server, organizationId, { documents, words });
    const address = `${server.baseUrl}/organizations/${organizationId}/documents`;
    const rows = [
      ['time to the list, ms', await timeToList(page, address)],
      ...(await scroll(page)),
      ['rows in the page', String(await page.getByRole('row').count())],
      ['a key to new rows, ms', await keyToRows(page, address, keystrokes)],
    ];
    console.log(`\n${documents} documents of ${words} words`);
    table(rows);
  } finally {
    await browser?.close();
    await server.remove();
    await rm(profile, { recursive: true, force: true });
  }
}

async function signUp(page, baseUrl) {
  await page.goto(`${baseUrl}/login`);
  return page.evaluate(async (password) => {
    const post = async (path, body) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    };
    await post('/api/auth/sign-up/email', { email: 'bench@example.com', name: 'Bench', password });
    return (await post('/api/organizations', { name: 'Bench' })).organization.id;
  }, PASSWORD);
}

async function fill(server, organizationId, { documents, words }) {
  if (!existsSync(join(root, 'dist/libs/operation/installation/src/index.js')))
    throw new Error('run `npm run build` first');
  await import('reflect-metadata');
  const { openInstallation } = await import(join(root, 'dist/libs/operation/installation/src/index.js'));
  const silent = { info: () => undefined, warn: console.warn, error: console.error };
  const installation = await openInstallation(server.env, 'guest', silent);
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  try {
    await loadDocuments(client, organizationId, { count: documents, words, everyTenth: ['semaphore'] });
  } finally {
    await client.end();
    await installation.close();
  }
  console.log(await server.command('search', 'reindex'));
}

const firstRow = (page) => page.locator('[data-document]').first();

async function timeToList(page, address) {
  const times = [];
  for (let round = 0; round < 10; round += 1) {
    await page.goto('about:blank');
    const began = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await firstRow(page).waitFor();
    times.push(performance.now() - began);
  }
  return percentiles(times);
}

/** What draws the pixels has no graphics card here, so the work of the page itself for a frame is shown too. */
async function scroll(page) {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await inspector.send('Performance.getMetrics');
    const seconds = (name) => metrics.find((each) => each.name === name).value;
    return seconds('ScriptDuration') + seconds('RecalcStyleDuration') + seconds('LayoutDuration');
  };
  const before = await busy();
  const frames = await framesWhileScrolling(page);
  const each = ((await busy()) - before) / frames.reduce((sum, count) => sum + count, 0);
  await inspector.detach();
  return [
    ['frames while scrolling', `${frames.join(', ')} of 60`],
    ['script, style, layout of a frame', ms(each * 1000)],
  ];
}

/** Scrolls three seconds by a fixed way in each frame and counts the frames of each second. */
async function framesWhileScrolling(page) {
  return page.getByRole('grid').evaluate(async ({ parentElement: scroller }) => {
    const frames = [];
    const began = performance.now();
    while (performance.now() - began < 3_000) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      scroller.scrollTop += 40;
      frames.push(performance.now() - began);
    }
    return [0, 1, 2].map((second) => frames.filter((at) => Math.floor(at / 1000) === second).length);
  });
}

/** From the key until the list shows the answer to exactly this text. */
async function keyToRows(page, address, keystrokes) {
  await page.goto(address);
  await firstRow(page).waitFor();
  const search = page.getByRole('combobox', { name: 'Search' });
  const times = [];
  for (let at = 0; times.length < keystrokes; at += 1) {
    await search.fill('');
    await page.waitForFunction(() => new URL(location.href).searchParams.get('q') === null);
    for (const letter of TEXTS[at % TEXTS.length]) {
      const text = (await search.inputValue()) + letter;
      const shown = page.waitForFunction(
        (query) =>
          (new URL(location.href).searchParams.get('q') ?? '') === query.trim() &&
          document.querySelector('[data-query]')?.getAttribute('data-query') === query.trim(),
        text,
        { polling: 'raf' },
      );
      const began = performance.now();
      await search.press(letter === ' ' ? 'Space' : letter);
      await shown;
      if (letter !== ' ') times.push(performance.now() - began);
    }
  }
  return percentiles(times.slice(0, keystrokes));
}

function percentiles(times) {
  const [p50, p95, most] = [0.5, 0.95, 1].map((share) => ms(percentile(times, share)));
  return `p50 ${p50}, p95 ${p95}, max ${most}, ${times.length} times`;
}
