// What recognition costs others and what others cost it:
//   npm run bench -- recognition [--only behind,busy,pages] [--scans 10] [--texts 20] [--rounds 3]
//     [--busy 8] [--scan <file>]... [--pages 2000]
//   behind: a text that is uploaded directly behind scans, and texts while the scans are recognized
//   busy: the words of scans, alone and while other processes keep the processors busy
//   pages: the memory of the server while one worker recognizes many pages
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  benchServer,
  mb,
  memoryOf,
  ms,
  percentile,
  postgresProcessesOf,
  processesOf,
  table,
} from './tools/bench-server.mjs';
import { scan, scannedPdf } from './tools/scans.mjs';

const SCAN = join(import.meta.dirname, '../../plugins/ocr-tesseract/test/fixtures/letter.png');
const LOOK_MS = 5;
const LOOK_AT_SCAN_MS = 500;
const PAGES_OF_A_FILE = 100;
/** Each page has a number of its own, with six digits. */
const FIRST_NUMBER = 100_000;
/** As many figures of memory are shown. */
const FIGURES = 10;

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const { values } = parseArgs({
    args,
    options: {
      ...{ only: option('behind,busy,pages'), scans: option(10), texts: option(20), rounds: option(3) },
      ...{ busy: option(8), pages: option(2000), scan: { type: 'string', multiple: true, default: [SCAN] } },
    },
  });
  const only = values.only.split(',');
  if (only.includes('behind')) await behind(Number(values.scans), Number(values.texts), Number(values.rounds));
  if (only.includes('busy')) await busy(Number(values.busy), values.scan);
  if (only.includes('pages')) await manyPages(Number(values.pages));
}

async function behind(scans, texts, rounds) {
  const [direct, during] = [[], []];
  await withArchive({}, async (archive) => {
    for (let round = 0; round < rounds; round += 1) {
      const pictures = await Promise.all(Array.from({ length: scans }, (_, each) => scan(round * scans + each)));
      const uploaded = [];
      for (const [each, picture] of pictures.entries())
        uploaded.push(await uploadOf(archive, `scan ${round} ${each}.png`, picture));
      for (let number = 0; number < texts; number += 1) {
        const took = await untilFound(archive, `uniqueword${round}x${number}`);
        if (number === 0) direct.push(took);
        else if (!(await areRead(archive, uploaded))) during.push(took);
      }
      while (!(await areRead(archive, uploaded))) await delay(LOOK_AT_SCAN_MS);
    }
  });
  console.log(`\ntexts and ${scans} scans, ${rounds} rounds`);
  table([
    ['directly behind the scans', `found after ${direct.map(ms).join(', ')}`],
    [
      `while they are recognized (${during.length})`,
      `p50 ${ms(percentile(during, 0.5))}, p95 ${ms(percentile(during, 0.95))}`,
    ],
  ]);
}

async function busy(processes, files) {
  const rows = [];
  await withArchive({}, async (archive) => {
    for (const file of files) {
      const content = await readFile(file);
      const alone = await readScan(archive, file, content);
      const others = Array.from({ length: processes }, () => spawn(process.execPath, ['-e', 'for (;;);']));
      try {
        // Bytes behind the end of a picture are not looked at; they make it another file.
        const disturbed = await readScan(archive, file, Buffer.concat([content, Buffer.from('\n')]));
        const lost = [...alone.words].filter((word) => !disturbed.words.has(word));
        rows.push([
          basename(file),
          `${alone.words.size} words in ${ms(alone.took)}; next to ${processes} busy processes ${disturbed.words.size} in ${ms(disturbed.took)} (${disturbed.status}), lost: ${lost.length === 0 ? 'none' : lost.join(' ')}`,
        ]);
      } finally {
        for (const other of others) other.kill('SIGKILL');
      }
    }
  });
  console.log('\nwords of scans');
  table(rows);
}

async function manyPages(pages) {
  const settings = { EXTRACTION_OCR_CONCURRENCY: '1', DOCUMENTS_OCR_LANGUAGES: 'eng' };
  await withArchive(settings, async (archive, server) => {
    const files = [];
    for (let first = 0; first < pages; first += PAGES_OF_A_FILE) {
      const numbers = Array.from({ length: Math.min(PAGES_OF_A_FILE, pages - first) }, (_, each) => first + each);
      const small = { width: 640, height: 250, lines: 2 };
      const pictures = await Promise.all(
        numbers.map((number) => scan(number, { ...small, about: `Number ${FIRST_NUMBER + number} of the pages` })),
      );
      files.push(await uploadOf(archive, `pages from ${first}.pdf`, await scannedPdf(pictures)));
    }
    console.log(`\nmegabytes (PSS) while one worker recognizes ${pages} pages`);
    const began = performance.now();
    const most = { server: 0, readers: 0 };
    let shown = 0;
    for (;;) {
      const { server: own, readers } = memoryOfReaders(server);
      most.server = Math.max(most.server, own);
      most.readers = Math.max(most.readers, readers);
      const done = await pagesRead(archive, files, pages);
      if (done >= (shown * pages) / FIGURES) {
        shown = Math.floor((done * FIGURES) / pages) + 1;
        console.log(
          `  ${String(done).padStart(5)} pages, ${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s: server ${mb(own)}, readers ${mb(readers)}`,
        );
      }
      if (done === pages) break;
      await delay(LOOK_AT_SCAN_MS);
    }
    const lost = [];
    for (let page = 0; page < pages; page += 1)
      if ((await archive.list(`searchQuery=content:${FIRST_NUMBER + page}`)).documentsCount !== 1) lost.push(page);
    console.log(
      `  at most: server ${mb(most.server)}, readers ${mb(most.readers)}; pages not found by their number: ${lost.length}`,
    );
  });
}

async function withArchive(settings, work) {
  const server = await benchServer(settings);
  try {
    await server.start();
    await work(await server.anArchive(), server);
  } finally {
    await server.remove();
  }
}

async function uploadOf(archive, name, content) {
  const { status, body } = await archive.upload(name, content);
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  return body.document.id;
}

async function untilFound(archive, word) {
  const began = performance.now();
  await uploadOf(archive, `${word}.txt`, `A text with the word ${word}.`);
  while ((await archive.list(`pageSize=1&searchQuery=content:${word}`)).documentsCount !== 1) await delay(LOOK_MS);
  return performance.now() - began;
}

async function documentOf(archive, id) {
  const { document } = await (await fetch(`${archive.url}/${id}`, { headers: archive.headers })).json();
  return document;
}

const isRead = ({ extraction: { status } }) => status === 'completed';

async function areRead(archive, ids) {
  for (const id of ids) if (!isRead(await documentOf(archive, id))) return false;
  return true;
}

async function readScan(archive, file, content) {
  const began = performance.now();
  const name = `${basename(file, extname(file))} ${content.length}${extname(file)}`;
  const id = await uploadOf(archive, name, content);
  for (;;) {
    const document = await documentOf(archive, id);
    if (isRead(document)) {
      const words = new Set(document.content.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu));
      return { words, took: performance.now() - began, status: document.extraction.status };
    }
    await delay(LOOK_AT_SCAN_MS);
  }
}

/** Of each file, those that are recognized so far. */
async function pagesRead(archive, files, pages) {
  let done = 0;
  for (const [place, id] of files.entries()) {
    const { extraction } = await documentOf(archive, id);
    const all = Math.min(PAGES_OF_A_FILE, pages - place * PAGES_OF_A_FILE);
    done += isRead({ extraction }) ? all : (extraction.progress?.done ?? 0);
  }
  return done;
}

/** Of the server, and of the processes that it started besides PostgreSQL. */
function memoryOfReaders(server) {
  const postgres = new Set(postgresProcessesOf(server.dataDir));
  const readers = processesOf(server.pid, server.dataDir).filter((pid) => pid !== server.pid && !postgres.has(pid));
  return { server: memoryOf(server.pid).pss, readers: readers.reduce((sum, pid) => sum + memoryOf(pid).pss, 0) };
}
