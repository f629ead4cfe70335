// Preloaded into a measured server: answers each line on a socket with what V8 and Node hold, in megabytes.
import { createServer } from 'node:net';
import { getHeapCodeStatistics, getHeapSpaceStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

const MB = 1024 * 1024;
const { BENCH_HEAP_SOCKET: path } = process.env;
// The processes that the server starts are measured from outside.
delete process.env.NODE_OPTIONS;
delete process.env.BENCH_HEAP_SOCKET;

function heap() {
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const spaces = Object.fromEntries(getHeapSpaceStatistics().map((each) => [each.space_name, each]));
  const code = getHeapCodeStatistics();
  const bytes = {
    'heap used': heapUsed,
    'heap total': heapTotal,
    young: spaces.new_space.space_size,
    code: spaces.code_space.space_used_size + code.bytecode_and_metadata_size,
    external: external - arrayBuffers,
    buffers: arrayBuffers,
  };
  return Object.fromEntries(Object.entries(bytes).map(([name, value]) => [name, value / MB]));
}

if (path !== undefined && isMainThread)
  createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(heap())))
    .listen(path)
    .unref();
