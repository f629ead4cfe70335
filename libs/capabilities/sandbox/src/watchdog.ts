// A second thread: ends the process when its parent is gone, even while the parser keeps the main thread busy.
import { parentPort, workerData } from 'node:worker_threads';

const INTERVAL_MS = 250;
const { parent, memoryLimitBytes } = workerData as { parent: number; memoryLimitBytes: number };

setInterval(() => {
  const bytes = process.memoryUsage.rss();
  const isTooBig = process.platform !== 'linux' && bytes > memoryLimitBytes;
  if (process.ppid !== parent || isTooBig) process.kill(process.pid, 'SIGKILL');
  parentPort?.postMessage(bytes);
}, INTERVAL_MS);
