// Tries everything that must not be possible from JavaScript, and tells what was.
import { spawnSync } from 'node:child_process';
import cluster from 'node:cluster';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import fs from 'node:fs';
import inspector from 'node:inspector';
import module, { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { getHeapSnapshot, writeHeapSnapshot } from 'node:v8';
import vm from 'node:vm';
import { WASI } from 'node:wasi';
import { SHARE_ENV, Worker } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const SPEAKS = "require('node:worker_threads').parentPort.postMessage(1)";

const event = (emitter, good) =>
  new Promise((resolve, reject) => {
    emitter.on(good, resolve);
    emitter.on('error', reject);
  });
const refuse = (reason) => {
  throw new Error(reason);
};
/** A library that was looked at and found wanting was loaded, too. */
const load = (attempt) => {
  try {
    attempt();
  } catch (error) {
    if (error.code !== 'ERR_DLOPEN_FAILED') throw error;
  }
};
const signalled = (send) => {
  if (send() === false) refuse('not sent');
};

const files = ({ path }, { config, tempDir }) => ({
  'read /etc/passwd': () => fs.readFileSync('/etc/passwd'),
  'read /etc/passwd on the way through the own folder': () =>
    fs.readFileSync(`${dirname(path)}/../../../../../../../../../../../../etc/passwd`),
  'read /etc/passwd from another working folder': () => {
    process.chdir('/');
    fs.readFileSync('etc/passwd');
  },
  'read /etc/passwd as a Blob': async () => (await fs.openAsBlob('/etc/passwd')).text(),
  'read a file outside as a module': () => import(config.json, { with: { type: 'json' } }),
  'require a file outside': () => require(config.json),
  'read a file outside by a module hook': () => {
    const source = () => ({ format: 'json', source: fs.readFileSync(config.json), shortCircuit: true });
    const hooks = module.registerHooks({ load: source });
    const address = 'data:application/json,1';
    return import(address, { with: { type: 'json' } }).finally(() => hooks.deregister());
  },
  'load settings from a file outside': () => process.loadEnvFile(config.secret),
  'list the folder above': () => fs.readdirSync(join(dirname(path), '..', '..')),
  'read another document': () => fs.readFileSync(config.secret),
  'read the environment of the parent': () => fs.readFileSync(`/proc/${process.ppid}/environ`),
  'read the memory of the parent': () => fs.openSync(`/proc/${process.ppid}/mem`, 'r'),
  'write the own memory': () => fs.openSync('/proc/self/mem', 'r+'),
  'follow a link of the parent': () => fs.readlinkSync(`/proc/${process.ppid}/cwd`),
  'write next to the file': () => fs.writeFileSync(join(dirname(path), 'new'), 'x'),
  'change the file': () => fs.writeFileSync(path, 'x'),
  'write outside': () => fs.writeFileSync(config.outside, 'x'),
  'copy a file outside': () => fs.copyFileSync(path, config.outside),
  'move a file outside': () => {
    fs.writeFileSync(join(tempDir, 'mine'), 'x');
    fs.renameSync(join(tempDir, 'mine'), config.outside);
  },
  'make a symbolic link': () => fs.symlinkSync('/etc/passwd', join(tempDir, 'link')),
  'make a relative symbolic link': () => fs.symlinkSync(relative(tempDir, '/etc/passwd'), join(tempDir, 'relative')),
  'make a hard link': () => fs.linkSync(config.secret, join(tempDir, 'hard')),
  'change the mode of a file outside': () => fs.chmodSync(config.secret, 0o777),
  'change the owner of a file outside': () => fs.lchownSync(config.secret, 65534, 65534),
  'watch a folder outside': () => fs.watch(dirname(config.secret)).close(),
  'use an open file of the server': () => {
    const open = Array.from({ length: 60 }, (_, index) => index + 4).filter((fd) => {
      try {
        const found = fs.fstatSync(fd);
        return found.isFile() || found.isDirectory();
      } catch {
        return false;
      }
    });
    if (open.length === 0) refuse('none');
  },
  'fill the disk with one file': () => {
    const file = fs.openSync(join(tempDir, 'large'), 'w');
    fs.ftruncateSync(file, 8 * 1024 ** 3);
    if (fs.fstatSync(file).size === 0) refuse('empty');
  },
  'write a heap snapshot outside': () => writeHeapSnapshot(config.outside),
  'write a report outside': () => {
    process.report.writeReport(config.outside);
    fs.readFileSync(config.outside);
  },
});

const processes = (_input, { config, tempDir }) => ({
  'start a process': () => {
    const { error } = spawnSync('/bin/true');
    if (error) throw error;
  },
  'become another program': () => process.execve('/bin/true', ['true'], {}),
  'start a cluster worker': () => event(cluster.fork(), 'online'),
  'start tests in a process': () => event(run({ files: [config.json], isolation: 'process' }), 'test:pass'),
  'start a thread': () => event(new Worker(SPEAKS, { eval: true }), 'message'),
  'start a thread without the flags': () => event(new Worker(SPEAKS, { eval: true, execArgv: [] }), 'message'),
  'start a thread with other flags': () =>
    event(new Worker(SPEAKS, { eval: true, execArgv: ['--no-permission'], env: SHARE_ENV }), 'message'),
  'start a thread for module hooks': () => {
    const hooks = 'data:text/javascript,export {}';
    module.register(hooks);
  },
  'load native code by process.dlopen': () => {
    const copy = join(tempDir, 'native.node');
    fs.copyFileSync(config.native, copy);
    load(() => process.dlopen({ exports: {} }, copy));
  },
  'load native code by require': () => {
    const copy = join(tempDir, 'required.node');
    fs.copyFileSync(config.native, copy);
    load(() => require(copy));
  },
  'load native code by the extension': () => module._extensions['.node']({ exports: {} }, config.native),
  'load native code that is installed': () => load(() => require(config.installed)),
  'get at native code of Node': () => process.binding('fs'),
  'get at linked native code': () => process._linkedBinding('fs'),
  'get at native code through a new function': () => new Function('return process.binding("spawn_sync")')(),
  'get at native code through another context': () =>
    vm.runInNewContext('out.constructor.constructor("return process")().binding("fs")', { out: {} }),
  'call the C library': () => (process.getBuiltinModule('node:ffi') ?? refuse('none')).dlopen(null, {}),
  'open the inspector': () => inspector.open(0),
  'start the inspector in itself': () => new inspector.Session().connect(),
  'run WASI with the whole disk': () => new WASI({ version: 'preview1', preopens: { '/': '/' } }),
  'ask whether the parent is there': () => signalled(() => process.kill(process.ppid, 0)),
  'stop the parent': () => signalled(() => process.kill(process.ppid, 'SIGCONT')),
  'signal the parent without the check': () => {
    if (process._kill(process.ppid, 0) !== 0) refuse('denied');
  },
  'start the inspector in the parent': () => process._debugProcess(process.ppid),
  'slow the parent down': () => os.setPriority(process.ppid, 19),
  'become root': () => {
    process.setuid(0);
    if (process.getuid() === config.uid) refuse('the same');
  },
  'see a secret': () => process.env.SECRET_OF_THE_SERVER ?? refuse('not there'),
  'get a permission back': () => process.permission.has('fs.read', '/etc/passwd') || refuse('no'),
});

const databases = (_input, { config }) => {
  const write = ({ DatabaseSync }) =>
    new DatabaseSync(':memory:').exec(`attach '${config.outside}.db' as outside; create table outside.t (a)`);
  return {
    'attach a database outside, by import': async () => write(await import('node:sqlite')),
    'attach a database outside, by require': () => write(require('node:sqlite')),
    'attach a database outside, by getBuiltinModule': () => write(process.getBuiltinModule('node:sqlite')),
    'attach a database outside, by the loader': () => write(module._load('node:sqlite')),
  };
};

const network = (_input, { config, tempDir }) => ({
  'open a connection': () => event(connect(config.port, '127.0.0.1'), 'connect'),
  'send a datagram': () => event(createSocket('udp4').bind(0), 'listening'),
  'ask for a name': () => lookup('localhost'),
  'connect to the socket of the database': () => event(connect(config.socket), 'connect'),
  'make a socket outside by a handle of the process': () => {
    const { constructor: Pipe } = process.stderr._handle ?? process.stdin._handle;
    if (new Pipe(0).bind(`${config.outside}.socket`) !== 0) refuse('denied');
  },
  'listen on a socket': () => event(createServer().listen(join(tempDir, 's')), 'listening'),
  fetch: () => fetch(`http://127.0.0.1:${config.port}/`),
});

export default {
  extract: async (input, context) => {
    const done = [];
    const refused = [];
    for (const group of [files, databases, network, processes])
      for (const [name, attempt] of Object.entries(group(input, context))) {
        const stop = Promise.withResolvers();
        const timer = setTimeout(() => stop.reject(new Error('nothing happened')), 2000);
        try {
          await Promise.race([attempt(), stop.promise]);
          done.push(name);
        } catch {
          refused.push(name);
        }
        clearTimeout(timer);
      }
    await getHeapSnapshot().return?.();
    const own = fs.readFileSync(input.path, 'utf8');
    const text = JSON.stringify({ own, done, refused: refused.length });
    return { outcome: 'text', pages: [{ text, source: 'text-layer' }] };
  },
};
