// The process that parses untrusted files. It loads extractors by address, without the application around them.
import { writeSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  PermanentPluginError,
  TransientPluginError,
  type DrawingContext,
  type ExtractionResult,
  type Extractor,
  type OcrEngine,
} from '@archivolt/plugin-kit';
import { finishReading } from './finish-reading.js';
import { layoutsOf } from './page-layout.js';
import { closeDoors } from './child-doors.js';
import { drawPage } from './draw-page.js';
import { FileTimer } from './file-timer.js';
import { handOver } from './handed-files.js';
import {
  MESSAGES_FD,
  type ChildMessage,
  type CodedMessage,
  type CodesMessage,
  type DrawMessage,
  type DrawnMessage,
  type FailedMessage,
  type MailMessage,
  type OpenedMessage,
  type ParentMessage,
  type PluginFault,
  type RenderedMessage,
  type RenderMessage,
  type ReplyMessage,
  type SelectedMessage,
  type SelectMessage,
  type TaskMessage,
  type Work,
} from './messages.js';
import { writeLayouts } from './layout-file.js';
import { openMail } from './open-mail.js';
import { ENGINE_FOLDER } from './permissions.js';
import { readResult, sentence, sentences } from './read-result.js';
import { renderHtml } from './render-html.js';
import { selectPages } from './select-pages.js';
import { NO_OCR, TaskRun } from './task-run.js';

const SETTLE_MS = 2000;
type EngineFactory = (options: { config: unknown; tempDir: string }) => OcrEngine | Promise<OcrEngine>;

const extractors = new Map<string, Promise<Extractor>>();
let temp = '';
let engine: Promise<OcrEngine> | undefined;

function send(message: ChildMessage): void {
  writeSync(MESSAGES_FD, `${JSON.stringify(message)}\n`);
}

async function loadDefault<Module>(address: string): Promise<Module> {
  return ((await import(address)) as { default: Module }).default;
}

function extractorOf(address: string): Promise<Extractor> {
  const loading = extractors.get(address) ?? loadDefault<Extractor>(address);
  extractors.set(address, loading);
  return loading;
}

async function extractorFor({ extractor, tempDir }: Work): Promise<Extractor> {
  await mkdir(tempDir);
  return extractorOf(extractor);
}

async function engineOf(task: TaskMessage): Promise<OcrEngine> {
  const { ocr } = task;
  if (ocr.kind !== 'engine') throw new Error('no OCR engine for this task');
  engine ??= loadDefault<EngineFactory>(ocr.engine).then((create) =>
    create({ config: ocr.config, tempDir: join(temp, ENGINE_FOLDER) }),
  );
  return engine;
}

async function readFile(task: TaskMessage): Promise<void> {
  const cpu = process.cpuUsage();
  const run = new TaskRun(
    task,
    () => engineOf(task),
    () => send({ kind: 'ocr-page' }),
    (done, total) => send({ kind: 'progress', done, total }),
  );
  const work = extractorFor(task).then((extractor) => extractor.extract(task.input, run.context()));
  const reply = async (): Promise<ReplyMessage> => {
    const result = await Promise.race([work, run.otherLane.promise]);
    if (result === 'needs-ocr-lane') return replyWithout(result, null);
    return withAttachments(await replyWith(result, task, run), result, task, run);
  };
  const late = (): ReplyMessage => ({ ...replyWithout('timeout', run.lateness), isCutShort: true });
  const message = await resultOf(reply(), late, run);
  send(message.kind === 'reply' ? { ...message, cpuMs: spentMs(cpu) } : message);
  run.end();
  await letGo(work, [task.textFile, task.layoutFile, task.pagesFile, task.headFile, task.partsFile]);
}

/** Hands over the files in the file, those for which there is time. */
async function withAttachments(
  reply: ReplyMessage,
  { attachments: files }: ExtractionResult,
  task: TaskMessage,
  run: TaskRun,
): Promise<ReplyMessage> {
  const { attachments: share, headFile, partsFile } = task;
  if (share === null || !isIterable(files)) return reply;
  const onRead = (file: number): void => send({ kind: 'attaching', file });
  onRead(0);
  const isOverdue = (): boolean => run.isOver;
  const { count, isLate, fault } = await handOver(files, { headFile, partsFile, ...share, isOverdue, onRead });
  const warnings = [
    ...(fault === undefined ? [] : [`Not all files in it were found: ${fault}`]),
    ...(isLate && !reply.isCutShort ? [run.lateness] : []),
  ];
  return {
    ...reply,
    attachments: count,
    truncated: reply.truncated || isLate || fault !== undefined,
    isCutShort: reply.isCutShort || isLate,
    warnings: sentences([...reply.warnings, ...warnings]),
  };
}

/** Draws a page, opens a mail, reads codes or selects pages. `late` is what is sent when the time is over. */
async function doShortly<
  Task extends CodesMessage | DrawMessage | MailMessage | RenderMessage | SelectMessage,
  Message extends CodedMessage | DrawnMessage | OpenedMessage | RenderedMessage | SelectedMessage,
>(
  task: Task,
  run: (task: Task, extractor: Extractor, context: DrawingContext) => Promise<Message>,
  late: Message,
  keptFiles: readonly string[],
): Promise<void> {
  const { config, limits, tempDir, timeoutMs } = task;
  const timer = new FileTimer(timeoutMs, NAMES[task.kind]);
  const work = extractorFor(task).then((each) => run(task, each, timer.contextWith({ config, limits, tempDir })));
  send(await resultOf(work, () => late, timer));
  timer.end();
  await letGo(work, keptFiles);
}

const NAMES = { draw: 'page', mail: 'mail', codes: 'document', select: 'document', render: 'document' } as const;

/** Loads the reader with the first file: other children do without it. */
async function codesOf(task: CodesMessage, extractor: Extractor, context: DrawingContext): Promise<CodedMessage> {
  const { readCodes } = await import('./read-codes.js');
  return readCodes(task, extractor, context, (page) => send({ kind: 'progress', done: page, total: null }));
}

const NO_CODES_IN_TIME: CodedMessage = {
  ...{ kind: 'coded', outcome: 'timeout', reason: 'Looking for codes took too long.', pagesCount: null },
  ...{ pages: 0, unreadPages: 0, isCutShort: true },
};

const NOT_DRAWN_IN_TIME: DrawnMessage = {
  ...{ kind: 'drawn', outcome: 'timeout', reason: 'It took too long to draw.', pagesCount: null },
  ...{ width: 0, height: 0, channels: 1 },
};

const NOT_SELECTED_IN_TIME: SelectedMessage = {
  ...{ kind: 'selected', outcome: 'timeout', reason: 'It took too long to take the pages out.' },
  ...{ pagesCount: null, bytes: 0 },
};

const NOT_RENDERED_IN_TIME: RenderedMessage = {
  ...{ kind: 'rendered', outcome: 'timeout', reason: 'It took too long to show the file.', isCut: false, bytes: 0 },
};

const NOT_OPENED_IN_TIME: OpenedMessage = { kind: 'opened', outcome: 'timeout', reason: 'It took too long to open.' };

async function resultOf<Message>(
  work: Promise<Message>,
  late: () => Message,
  time: { isOver: boolean },
): Promise<FailedMessage | Message> {
  try {
    return await work;
  } catch (error) {
    if (time.isOver) return late();
    console.error(error);
    const reason = sentence(error instanceof Error ? error.message : String(error));
    return { kind: 'failed', reason, fault: faultOf(error) };
  }
}

/** Becomes ready for the next file. `keptFiles` are what the parent reads. */
async function letGo(work: Promise<unknown>, keptFiles: readonly string[]): Promise<void> {
  // An extractor that goes on with an abandoned file would disturb the next one.
  const settled = work.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([settled, delay(SETTLE_MS, false)]))) process.exit(0);
  await removeLeftovers(keptFiles).catch(() => process.exit(0)); // a new process then reads the next file
  send({ kind: 'idle', rssBytes: process.memoryUsage.rss() });
}

function faultOf(error: unknown): PluginFault {
  if (error instanceof PermanentPluginError) return 'permanent';
  return error instanceof TransientPluginError ? 'transient' : 'other';
}

/** The parent reads these files and removes them; it ends a child that leaves anything else. */
async function removeLeftovers(files: readonly string[]): Promise<void> {
  const kept = [ENGINE_FOLDER, ...files.map((file) => basename(file))];
  for (const name of await readdir(temp))
    if (!kept.includes(name)) await rm(join(temp, name), { recursive: true, force: true });
}

async function replyWith(result: ExtractionResult, task: TaskMessage, run: TaskRun): Promise<ReplyMessage> {
  const { outcome, pages, reason, truncated, warnings } = readResult(result);
  const isCutShort = run.isOver || (truncated && run.lacksTime);
  const met = [...warnings, ...run.warnings, ...(isCutShort ? [run.lateness] : [])];
  const base = { kind: 'reply' as const, cpuMs: 0, attachments: 0, isCutShort, warnings: sentences(met) };
  if (outcome !== 'text') {
    const isForWantOfOcr = run.lacksOcr && (outcome === 'empty' || outcome === 'insufficient');
    return isForWantOfOcr
      ? { ...base, ...replyWithout('unsupported', NO_OCR) }
      : { ...base, outcome, reason, pages: 0, truncated };
  }
  const finished = finishReading(pages, task.limits.maxChars);
  const { kept, noise } = finished;
  if (noise !== undefined) return { ...base, outcome: 'insufficient', reason: noise, pages: 0, truncated };
  if (finished.text === '') return { ...base, outcome: 'empty', reason: null, pages: 0, truncated };
  await writeFile(task.textFile, finished.text);
  await writeFile(task.layoutFile, writeLayouts(await layoutsOf(kept, finished.pages)));
  return {
    ...base,
    outcome,
    reason: null,
    pages: finished.pages,
    truncated: truncated || finished.truncated || isCutShort,
  };
}

/** Plugins are not all compiled against the types. */
function isIterable(files: unknown): files is NonNullable<ExtractionResult['attachments']> {
  return typeof files === 'object' && files !== null && Symbol.asyncIterator in files;
}

function replyWithout(outcome: ReplyMessage['outcome'], reason: string | null): ReplyMessage {
  const nothing = { pages: 0, truncated: false, isCutShort: false, warnings: [], attachments: 0, cpuMs: 0 };
  return { kind: 'reply', outcome, reason, ...nothing };
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

/** Loads what needs an add-on, then closes the doors: no file has been seen until then. */
async function start(message: Extract<ParentMessage, { kind: 'start' }>): Promise<void> {
  temp = message.temp;
  if (message.watchdog !== null) {
    const watchdog = new Worker(new URL('./watchdog.js', import.meta.url), { workerData: message.watchdog });
    watchdog.on('message', (rssBytes: number) => {
      if (process.platform !== 'linux') send({ kind: 'memory', rssBytes });
    });
  } else if (process.ppid !== message.parent) process.exit(0); // the parent ended before the kernel watched it
  // A module that cannot be loaded fails its own files later, and no others.
  for (const address of message.preload) await import(address).catch(() => undefined);
  closeDoors();
  send({ kind: 'ready' });
}

function receive(message: ParentMessage): void {
  if (message.kind === 'start') void start(message);
  else if (message.kind === 'task') void readFile(message);
  else if (message.kind === 'draw') void doShortly(message, drawPage, NOT_DRAWN_IN_TIME, [message.pixelsFile]);
  else if (message.kind === 'mail')
    void doShortly(message, openMail, NOT_OPENED_IN_TIME, [message.headFile, message.partsFile]);
  else if (message.kind === 'codes') void doShortly(message, codesOf, NO_CODES_IN_TIME, [message.headFile]);
  else if (message.kind === 'select') void doShortly(message, selectPages, NOT_SELECTED_IN_TIME, [message.partsFile]);
  else if (message.kind === 'render') void doShortly(message, renderHtml, NOT_RENDERED_IN_TIME, [message.partsFile]);
  else void stop();
}

createInterface({ input: process.stdin })
  .on('line', (line) => receive(JSON.parse(line) as ParentMessage))
  .on('close', () => process.exit(0));
