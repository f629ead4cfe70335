// A server stand-in, started as root or as another user: has a child try to break out, then reads one more file, and
// prints what was possible. Arguments: a folder of its own, folders of the system's programs.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrivateFiles } from '../../../../dist/libs/capabilities/sandbox/src/private-files.js';
import { ChildWorkspace } from '../../../../dist/libs/capabilities/sandbox/src/child-folders.js';
import { fitIsolation } from '../../../../dist/libs/capabilities/sandbox/src/child-launcher.js';
import { findIsolation, succeeds } from '../../../../dist/libs/capabilities/sandbox/src/find-isolation.js';
import { RecognizedPages } from '../../../../dist/libs/capabilities/sandbox/src/recognized-pages.js';
import { SandboxLane } from '../../../../dist/libs/capabilities/sandbox/src/sandbox-lane.js';

const [, , home, ...toolFolders] = process.argv;
process.env.SECRET_OF_THE_SERVER = 'x';
const here = (name) => new URL(name, import.meta.url);
const secret = join(home, 'secret');
const json = join(home, 'secret.json');
const outside = join(home, 'outside');
const documentFile = join(home, 'document');
const socketFolder = join(home, 'run');
await mkdir(socketFolder, { mode: 0o700 });
const socket = join(socketFolder, 'socket');
await writeFile(secret, 'PASSWORD=secret', { mode: 0o600 });
await writeFile(json, '{"secret":1}', { mode: 0o600 });
await writeFile(documentFile, 'words of the file');
const servers = [createHttpServer((_request, response) => response.end()), createServer((peer) => peer.end())];
await Promise.all([once(servers[0].listen(0, '127.0.0.1'), 'listening'), once(servers[1].listen(socket), 'listening')]);
const { port } = servers[0].address();

const files = new PrivateFiles(home);
const found = await findIsolation(toolFolders.length > 0 ? toolFolders : undefined);
const isolation = await fitIsolation(found, files);
const image = fileURLToPath(here('../../../../plugins/extraction-image/dist/src/extractor.js'));
const native = await findNative(fileURLToPath(here('../../../../node_modules/@img')));

async function findNative(folder) {
  for (const name of await readdir(folder)) {
    const library = join(folder, name, 'lib');
    const file = existsSync(library) && (await readdir(library)).find((each) => each.endsWith('.node'));
    if (file) return join(library, file);
  }
  return undefined;
}

const config = { secret, json, outside, port, socket, native, uid: process.getuid() };

async function inLane(addonModules) {
  const modules = [here('./bad-extractors/breaks-out.mjs')];
  const pool = { places: 1, keepsRoom: false, countsCpu: false, mostChildren: 1, keepsSpare: false };
  const settings = { ...pool, priority: 0, heapMb: 128, memoryLimitBytes: 6e8, modules, addonModules };
  const warnings = [];
  const isolated = { ...settings, isolation: Promise.resolve(isolation) };
  const lane = new SandboxLane(isolated, files, new RecognizedPages(files), { warn: (line) => warnings.push(line) });
  const task = (name) => ({
    kind: 'task',
    extractor: here(`./bad-extractors/${name}.mjs`).href,
    // What was loaded before the first file may be had again.
    config: { ...config, installed: addonModules.length > 0 ? join(home, 'none.node') : native },
    input: { path: documentFile, size: 17, type: 'text/plain', fileName: 'a.txt' },
    languages: [],
    limits: { maxOcrPages: 1, maxChars: 100_000, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 },
    timeoutMs: 120_000,
    turnMs: 120_000,
    owner: 'owner',
    document: 'document',
    ocrPageTimeoutMs: 1000,
    ocr: { kind: 'missing' },
  });
  const read = (name) => lane.run(task(name), new AbortController().signal);
  const attempt = await read('breaks-out');
  const next = await read('reads-words');
  await lane.close();
  return { ...JSON.parse(attempt.text || '{}'), outcome: attempt.outcome, next: next.text, warnings };
}

/** As native code would, and what it could do to another child that runs at the same time. */
async function nativeAttempts() {
  const identities = [isolation.takeIdentity(), isolation.takeIdentity()];
  const [workspace, other] = await Promise.all(identities.map((each) => ChildWorkspace.make(files, each)));
  await other.putFile(documentFile);
  const script = fileURLToPath(here('./native-attempts.mjs'));
  const { temp } = workspace;
  const settings = { secret, outside, otherChild: other.file, port, socket, temp, server: process.pid };
  const prefix = isolation.prefix(workspace, [dirname(script)], identities[0]);
  const ran = await succeeds([...prefix, process.execPath, script, JSON.stringify(settings)]);
  const done = JSON.parse(await readFile(join(temp, 'done'), 'utf8').catch(() => '["nothing was tried"]'));
  await Promise.all([workspace.remove(), other.remove()]);
  return { ran, done };
}

const result = {
  features: { ...isolation.features, uids: isolation.features.uids.length },
  missing: isolation.missing,
  plain: await inLane([]),
  withAddons: await inLane([new URL(`file://${image}`)]),
  native: await nativeAttempts(),
  wroteOutside: (await readdir(home)).filter((name) => name.startsWith('outside')),
  isUnchanged: (await readFile(documentFile, 'utf8')) === 'words of the file',
};
for (const server of servers) server.close();
await files.removeAll();
console.log(JSON.stringify(result));
