// A server stand-in: has a child hang with a file, tells the folder of the data, and waits to be killed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PrivateFiles } from '../../../../dist/libs/capabilities/sandbox/src/private-files.js';
import { RecognizedPages } from '../../../../dist/libs/capabilities/sandbox/src/recognized-pages.js';
import { SandboxLane } from '../../../../dist/libs/capabilities/sandbox/src/sandbox-lane.js';

const [, , home] = process.argv;
const path = join(home, 'file');
await writeFile(path, 'words');
const extractor = new URL('./bad-extractors/hangs.mjs', import.meta.url);
const settings = {
  places: 1,
  keepsRoom: false,
  countsCpu: false,
  mostChildren: 1,
  keepsSpare: false,
  priority: 0,
  heapMb: 64,
  memoryLimitBytes: 3e8,
  modules: [extractor],
};
const files = new PrivateFiles(home);
const lane = new SandboxLane(settings, files, new RecognizedPages(files), { warn: () => undefined });
await lane.run(
  {
    kind: 'task',
    extractor: extractor.href,
    config: {},
    input: { path, size: 5, type: 'text/plain', fileName: 'a.txt' },
    languages: [],
    limits: { maxOcrPages: 1, maxChars: 100, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 },
    timeoutMs: 600_000,
    ocrPageTimeoutMs: 1000,
    ocr: { kind: 'missing' },
    owner: 'a',
    document: 'a',
    turnMs: 600_000,
  },
  new AbortController().signal,
);
