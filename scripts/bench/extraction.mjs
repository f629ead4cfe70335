// Reads a corpus with all installed plugins and scores what was found:
//   npm run bench -- extraction --corpus <dir> [--only <part of an id>] [--class text] [--json <file>] [--missing]
//   --against-native: `tesseract` (pages of a PDF drawn by `pdftoppm`) and `pdftotext` read each file right after, with one
//   thread and page mode 3, on the data of the plugin or of --native-data <folder>
// <dir>/manifest.json: { files: [{ id, file, mime, ext, class?, lang?, expected?: <text file>, expect?: { contains?, sampleWords?, outcome? } }] }
import { readdir, readFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createReadStream, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { missingPrograms, NativeReaders } from './tools/native-readers.mjs';

const root = join(import.meta.dirname, '../..');
const built = (path) => import(pathToFileURL(join(root, 'dist', path)).href);

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      corpus: { type: 'string' },
      only: { type: 'string' },
      class: { type: 'string' },
      json: { type: 'string' },
      missing: { type: 'boolean' },
      'against-native': { type: 'boolean' },
      'native-data': { type: 'string' },
    },
  });
  if (!values.corpus) throw new Error('--corpus <folder with manifest.json> is needed');
  const { files } = JSON.parse(await readFile(join(values.corpus, 'manifest.json'), 'utf8'));
  const chosen = files
    .filter(({ id }) => !values.only || id.includes(values.only))
    .filter((file) => !values.class || file.class === values.class);
  const native = values['against-native'] ? await openNative(values['native-data']) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-extraction-'));
  const service = await makeService(dataDir);
  const rows = [];
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  try {
    for (const file of chosen) {
      const row = await measure(service, values.corpus, file, values.missing);
      rows.push(native ? { ...row, native: await measureNative(native, values.corpus, file, row) } : row);
    }
  } finally {
    await native?.close();
    await service.onApplicationShutdown();
    await rm(dataDir, { recursive: true, force: true });
  }
  loop.disable();
  report(rows, values.missing);
  if (native) reportNative(rows);
  const [p99, max] = [loop.percentile(99), loop.max].map((ns) => (ns / 1e6).toFixed(1));
  console.log(`event loop delay of this process: p99 ${p99} ms, most ${max} ms`);
  if (values.json) await writeFile(values.json, JSON.stringify(rows, null, 1));
}

function openNative(data) {
  const missing = missingPrograms();
  if (missing.length === 0) return NativeReaders.open(root, data);
  throw new Error(`--against-native needs programs that are not on the PATH: ${missing.join(', ')}`);
}

async function makeService(dataDir) {
  await import('reflect-metadata');
  const { ExtractionService } = await built('libs/capabilities/extraction/src/index.js');
  const { ExtractionConfig } = await built('config/extraction.config.js');
  const extraction = [];
  let ocr;
  for (const name of await readdir(join(root, 'plugins'))) {
    const entry = join(root, 'plugins', name, 'dist/src/plugin.js');
    if (!existsSync(entry) || !/^(extraction|ocr)-/.test(name)) continue;
    const { default: manifest } = await import(pathToFileURL(entry).href);
    const { version } = JSON.parse(await readFile(join(root, 'plugins', name, 'package.json'), 'utf8'));
    const config = manifest.config ? new manifest.config() : undefined;
    const plugin = { id: manifest.id, version, config, ...(manifest.types && { types: manifest.types }) };
    if (manifest.provides.extraction) extraction.push({ ...plugin, declaration: manifest.provides.extraction });
    if (manifest.provides.ocr) ocr = { ...plugin, declaration: manifest.provides.ocr };
  }
  console.log(`plugins: ${[...extraction.map(({ id }) => id), ocr?.id ?? 'no OCR'].join(', ')}`);
  return new ExtractionService(new ExtractionConfig(), { dataDir }, extraction, ocr);
}

async function measure(service, corpus, file, wantsMissing) {
  const path = join(corpus, file.file);
  const options = {
    languages: file.lang ? file.lang.split('+') : [],
    signal: new AbortController().signal,
    owner: 'bench',
    turn: { document: path, turnsWithoutPages: 0, spentMs: 0 },
  };
  const started = performance.now();
  const extract = (lane) =>
    service.extract(
      { open: async () => createReadStream(path), fileName: basename(path), declaredType: file.mime },
      { ...options, lane },
    );
  let result = await extract('quick');
  const lane = result.outcome === 'needs-ocr-lane' ? 'ocr' : 'quick';
  const firstCpuMs = lane === 'ocr' ? (result.cpuMs ?? 0) : 0;
  if (lane === 'ocr') result = await extract('ocr');
  const ms = Math.round(performance.now() - started);
  const { score, missing } = scoreOf(result.text, await expectedWords(corpus, file));
  return {
    id: file.id,
    class: file.class,
    format: file.ext,
    type: result.detectedType,
    provider: result.provider,
    outcome: result.outcome,
    wanted: file.expect?.outcome,
    lane,
    score,
    ms,
    cpuMs: result.cpuMs + firstCpuMs || undefined,
    peakMb: Math.round(result.peakRssBytes / 1e6),
    kilobytes: Math.round((await stat(path)).size / 1000),
    pages: result.pages,
    reason: result.reason ?? undefined,
    warnings: result.warnings,
    missing: wantsMissing ? missing.slice(0, 40) : undefined,
  };
}

/** `undefined` for a file that the program cannot read: it is named, and left out of the comparison. */
async function measureNative(native, corpus, file, row) {
  const path = join(corpus, file.file);
  const languages = file.lang?.split('+') ?? [];
  const read = await native.read(path, { type: row.type, byOcr: row.lane === 'ocr', languages }).catch((error) => {
    console.log(`not compared: ${file.id}: ${error.message}`);
  });
  if (read === undefined) return undefined;
  const { text, ...cost } = read;
  return { ...cost, score: scoreOf(text, await expectedWords(corpus, file)).score };
}

function scoreOf(text, expected) {
  const found = wordsOf(text);
  const folded = foldText(text);
  const missing = [...expected].filter((word) => !found.has(word) && !folded.includes(word));
  return { score: expected.size > 0 ? (100 * (expected.size - missing.length)) / expected.size : undefined, missing };
}

async function expectedWords(corpus, { expected, expect }) {
  if (expected) return wordsOf(await readFile(join(corpus, expected), 'utf8'));
  if (expect?.contains) return new Set(expect.contains.map(foldText));
  return new Set(expect?.sampleWords?.map(foldText));
}

function foldText(text) {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function wordsOf(text) {
  return new Set(foldText(text).match(/[\p{L}\p{N}]{2,}/gu));
}

const pad = (text, width) =>
  String(text ?? '')
    .slice(0, width)
    .padEnd(width);
const number = (value, width, digits = 0) => (value === undefined ? '' : value.toFixed(digits)).padStart(width);
const total = (rows, valueOf) => rows.reduce((sum, row) => sum + (valueOf(row) ?? 0), 0);
const mean = (rows, valueOf) => {
  const known = rows.map(valueOf).filter((value) => value !== undefined);
  return known.length > 0 ? total(known, (value) => value) / known.length : undefined;
};

function report(rows, wantsMissing) {
  const line = (row) =>
    `${pad(row.id, 38)} ${pad(row.outcome, 13)} ${number(row.score, 6, 1)} ${number(row.ms, 7)} ${number(row.cpuMs, 7)} ${number(row.peakMb, 5)}  ${pad(row.wanted, 14)} ${row.reason ?? ''}`;
  console.log(
    `${pad('file', 38)} ${pad('outcome', 13)} ${'score'.padStart(6)} ${'ms'.padStart(7)} ${'cpu ms'.padStart(7)} ${'MB'.padStart(5)}  wanted`,
  );
  for (const row of rows) {
    console.log(line(row));
    if (wantsMissing && row.missing?.length) console.log(`    missing: ${row.missing.join(' ')}`);
  }
  console.log(`\n${pad('format', 12)} files  score      ms  cpu ms  peak MB`);
  const groups = Map.groupBy(rows, (row) => `${row.class ?? ''} ${row.format}`);
  for (const [name, group] of [...groups, ['all', rows]]) {
    const score = mean(group, (row) => row.score);
    const [ms, cpuMs] = [total(group, (row) => row.ms), total(group, (row) => row.cpuMs)];
    const peak = Math.max(...group.map(({ peakMb }) => peakMb));
    console.log(
      `${pad(name, 12)} ${number(group.length, 5)} ${number(score, 6, 1)} ${number(ms, 7)} ${number(cpuMs, 7)} ${number(peak, 8)}`,
    );
  }
}

/** Of the files that both read; × is our processor time divided by theirs. */
function reportNative(rows) {
  const both = rows.filter(({ native, cpuMs }) => native !== undefined && cpuMs !== undefined);
  console.log(
    `\nagainst native programs: words, processor time and memory of the files that both read\n${pad('file', 38)}  score  native  cpu ms  native      ×     MB  native`,
  );
  const line = (name, { score, nativeScore, cpuMs, nativeCpuMs, mb, nativeMb }) =>
    console.log(
      `${pad(name, 38)} ${number(score, 6, 1)} ${number(nativeScore, 7, 1)} ${number(cpuMs, 7)} ${number(nativeCpuMs, 7)} ${number(cpuMs / nativeCpuMs, 6, 2)} ${number(mb, 6)} ${number(nativeMb, 7)}`,
    );
  const figures = (group) => ({
    score: mean(group, (row) => row.score),
    nativeScore: mean(group, (row) => row.native.score),
    cpuMs: total(group, (row) => row.cpuMs),
    nativeCpuMs: total(group, (row) => row.native.cpuMs),
    mb: Math.max(...group.map((row) => row.peakMb)),
    nativeMb: Math.max(...group.map((row) => row.native.peakMb)),
  });
  for (const row of both) line(row.id, figures([row]));
  if (both.length === 0) return;
  for (const [name, group] of Map.groupBy(both, (row) => `${row.class ?? ''} ${row.format}`))
    line(name, figures(group));
  line('all', figures(both));
}
