// The thread tesseract.js works in, started through its option `workerPath`. It is used instead of the script of the
// package because that one fetches language data, answers a failed start twice and lets errors end the process.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';

interface Packet {
  jobId: string;
  workerId: string;
  action: string;
}

interface Answer {
  status: 'progress' | 'reject' | 'resolve';
  data?: unknown;
}

interface WorkerScript {
  dispatchHandlers(packet: Packet, send: (answer: Answer) => void): void;
  setAdapter(adapter: object): void;
}

// Tesseract prints remarks about single pages, which nobody can act on.
console.error = console.warn = console.log = () => undefined;

const USES = new Set(['detect', 'recognize', 'setParameters']);
let current: Packet | undefined;

function settle(packet: Packet, answer: Answer): void {
  if (answer.status === 'progress' || current !== packet) return;
  current = undefined;
  parentPort?.postMessage({ ...answer, jobId: packet.jobId, workerId: packet.workerId, action: packet.action });
  // Whoever started it has no handle of a thread that did not start: it ends by itself.
  if (answer.status === 'reject' && !USES.has(packet.action)) parentPort?.close();
}

function fail(error: unknown): void {
  if (current) settle(current, { status: 'reject', data: String(error) });
}
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

const require = createRequire(import.meta.url);

function loadScript(): WorkerScript {
  const script = require('tesseract.js/src/worker-script/index.js') as WorkerScript;
  script.setAdapter({
    getCore: require('tesseract.js/src/worker-script/node/getCore.js') as unknown,
    gunzip: gunzipSync,
    fetch: () => Promise.reject(new Error('no network here')),
    readCache: readLanguage,
    writeCache: () => Promise.resolve(),
    deleteCache: () => Promise.resolve(),
  });
  return script;
}

async function readLanguage(path: string): Promise<Uint8Array> {
  const code = basename(path).split('.')[0] ?? '';
  const home = dirname(require.resolve(`@tesseract.js-data/${code}/package.json`));
  return readFile(join(home, '4.0.0_best_int', `${code}.traineddata.gz`));
}

let script: WorkerScript | undefined;
parentPort?.on('message', (packet: Packet) => {
  current = packet;
  try {
    script ??= loadScript();
    script.dispatchHandlers(packet, (answer) => settle(packet, answer));
  } catch (error) {
    fail(error);
  }
});
