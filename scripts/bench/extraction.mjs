// Reads a corpus with all installed plugins and scores what was found:
//   npm run bench -- extraction --corpus <dir> [--only <part of an id>] [--class text] [--json <file>]
// <dir>/manifest.json: { files: [{ id, file, mime, ext, class?, lang?, expected?: <text file>, expect?: { contains?, sampleWords?, outcome? } }] }
import { readdir, readFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createReadStream, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

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
    },
  });
  if (!values.corpus) throw new Error('--corpus <folder with manifest.json> is needed');
  const { files } = JSON.parse(await readFile(join(values.corpus, 'manifest.json'), 'utf8'));
  const chosen = files
    .filter(({ id }) => !values.only || id.includes(values.only))
    .filter((file) => !values.class || file.class === values.class);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-extraction-'));
  const service = await makeService(dataDir);
  const rows = [];
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  try {
    for (const file of chosen) rows.push(await measure(service, values.corpus, file, values.missing));
  } finally {
    await service.onApplicationShutdown();
    await rm(dataDir, { recursive: true, force: true });
  }
  loop.disable();
  report(rows, values.missing);
  const [p99, max] = [loop.percentile(99), loop.max].map((ns) => (ns / 1e6).toFixed(1));
  console.log(`event loop delay of this process: p99 ${p99} ms, most ${max} ms`);
  if (values.json) await writeFile(values.json, JSON.stringify(rows, null, 1));
}

async function makeService(dataDir) {
  await import('reflect-metadata');
  const { ExtractionService } = await built('libs/extraction/src/index.js');
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
  if (lane === 'ocr') result = await extract('ocr');
  const ms = Math.round(performance.now() - started);
  const expected = await expectedWords(corpus, file);
  const found = wordsOf(result.text);
  const missing = [...expected].filter((word) => !found.has(word) && !foldText(result.text).includes(word));
  return {
    id: file.id,
    class: file.class,
    format: file.ext,
    type: result.detectedType,
    provider: result.provider,
    outcome: result.outcome,
    wanted: file.expect?.outcome,
    lane,
    score: expected.size > 0 ? (100 * (expected.size - missing.length)) / expected.size : undefined,
    ms,
    cpuMs: result.cpuMs || undefined,
    peakMb: Math.round(result.peakRssBytes / 1e6),
    kilobytes: Math.round((await stat(path)).size / 1000),
    pages: result.pages,
    reason: result.reason ?? undefined,
    warnings: result.warnings,
    missing: wantsMissing ? missing.slice(0, 40) : undefined,
  };
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

function report(rows, wantsMissing) {
  const pad = (text, width) =>
    String(text ?? '')
      .slice(0, width)
      .padEnd(width);
  const number = (value, width, digits = 0) => (value === undefined ? '' : value.toFixed(digits)).padStart(width);
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
    const scored = group.filter(({ score }) => score !== undefined);
    const mean = scored.length ? scored.reduce((sum, { score }) => sum + score, 0) / scored.length : undefined;
    const sum = (key) => group.reduce((total, row) => total + (row[key] ?? 0), 0);
    const peak = Math.max(...group.map(({ peakMb }) => peakMb));
    console.log(
      `${pad(name, 12)} ${number(group.length, 5)} ${number(mean, 6, 1)} ${number(sum('ms'), 7)} ${number(sum('cpuMs'), 7)} ${number(peak, 8)}`,
    );
  }
}
