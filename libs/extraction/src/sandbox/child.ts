// The process that parses untrusted files. It loads extractors by address, without the application around them.
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ExtractionResult, Extractor, OcrEngine } from '@archivolt/plugin-kit';
import { finishText } from '../finish-text.js';
import type { AnswerMessage, ChildMessage, StopMessage, TaskMessage } from './messages.js';
import { readResult, sentence, sentences } from './read-result.js';
import { NO_OCR, TaskRun } from './task-run.js';

const SETTLE_MS = 2000;
const [, , parentPid, memoryLimitBytes, tempDir = ''] = process.argv;
type EngineFactory = (options: { config: unknown; tempDir: string }) => OcrEngine | Promise<OcrEngine>;

const extractors = new Map<string, Promise<Extractor>>();
let engine: Promise<OcrEngine> | undefined;

async function send(message: ChildMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}

async function loadDefault<Module>(address: string): Promise<Module> {
  return ((await import(address)) as { default: Module }).default;
}

function extractorOf(address: string): Promise<Extractor> {
  const loading = extractors.get(address) ?? loadDefault<Extractor>(address);
  extractors.set(address, loading);
  return loading;
}

async function engineOf(task: TaskMessage): Promise<OcrEngine> {
  const { ocr } = task;
  if (ocr.kind !== 'engine') throw new Error('no OCR engine for this task');
  engine ??= loadDefault<EngineFactory>(ocr.engine).then((create) => create({ config: ocr.config, tempDir }));
  return engine;
}

async function readFile(task: TaskMessage): Promise<void> {
  const cpu = process.cpuUsage();
  const run = new TaskRun(
    task,
    () => engineOf(task),
    () => void send({ kind: 'ocr-page' }),
  );
  const work = extractorOf(task.extractor).then((extractor) => extractor.extract(task.input, run.context()));
  try {
    const result = await Promise.race([work, run.otherLane.promise]);
    const answer = result === 'needs-ocr-lane' ? answerWithout(result, null) : await answerWith(result, task, run);
    await send({ ...answer, cpuMs: spentMs(cpu) });
  } catch (error) {
    if (run.isOverdue) await send({ ...answerWithout('timeout', 'It took too long to read.'), cpuMs: spentMs(cpu) });
    else {
      console.error(error);
      await send({ kind: 'failed', reason: sentence(error instanceof Error ? error.message : String(error)) });
    }
  }
  run.end();
  // An extractor that goes on with an abandoned file would disturb the next one.
  const settled = work.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([settled, delay(SETTLE_MS, false)]))) process.exit(0);
  await send({ kind: 'idle', rssBytes: process.memoryUsage.rss() });
}

async function answerWith(result: ExtractionResult, task: TaskMessage, run: TaskRun): Promise<AnswerMessage> {
  const { outcome, pages, reason, truncated, warnings } = readResult(result);
  const base = { kind: 'answer' as const, cpuMs: 0, warnings: sentences([...warnings, ...run.warnings]) };
  if (outcome !== 'text') {
    const isForWantOfOcr = run.lacksOcr && (outcome === 'empty' || outcome === 'insufficient');
    return isForWantOfOcr
      ? { ...base, ...answerWithout('unsupported', NO_OCR) }
      : { ...base, outcome, reason, pages: 0, truncated };
  }
  const finished = finishText(pages, task.limits.maxChars);
  if (finished.text === '') return { ...base, outcome: 'empty', reason: null, pages: 0, truncated };
  await writeFile(task.textFile, finished.text);
  if (run.isOverdue) base.warnings.push('The time for this document ran out before all of it was read.');
  return {
    ...base,
    outcome,
    reason: null,
    pages: finished.pages,
    truncated: truncated || finished.truncated || run.isOverdue,
  };
}

function answerWithout(outcome: AnswerMessage['outcome'], reason: string | null): AnswerMessage {
  return { kind: 'answer', outcome, reason, pages: 0, truncated: false, warnings: [], cpuMs: 0 };
}

function spentMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return Math.round((user + system) / 1000);
}

async function stop(): Promise<void> {
  const loaded = await engine?.catch(() => undefined);
  await loaded?.close().catch(() => undefined);
  process.exit(0);
}

process.on(
  'message',
  (message: StopMessage | TaskMessage) => void (message.kind === 'task' ? readFile(message) : stop()),
);
process.on('disconnect', () => process.exit(0));
const watchdog = new Worker(new URL('./watchdog.js', import.meta.url), {
  workerData: { parent: Number(parentPid), memoryLimitBytes: Number(memoryLimitBytes) },
});
watchdog.on('message', (rssBytes: number) => {
  if (process.platform !== 'linux') void send({ kind: 'memory', rssBytes });
});
await send({ kind: 'ready' });
