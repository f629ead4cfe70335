// Tries everything that must not be possible, and tells what was.
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, linkSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

const event = (emitter, good) =>
  new Promise((resolve, reject) => {
    emitter.on(good, resolve);
    emitter.on('error', reject);
  });

export default {
  extract: async (input, { config, tempDir }) => {
    const attempts = {
      'read /etc/passwd': () => readFileSync('/etc/passwd'),
      'list the folder above': () => readdirSync(join(dirname(input.path), '..', '..')),
      'read another document': () => readFileSync(config.otherDocument),
      'read the environment of the parent': () => readFileSync(`/proc/${process.ppid}/environ`),
      'write beside the file': () => writeFileSync(join(dirname(input.path), 'new'), 'x'),
      'change the file': () => writeFileSync(input.path, 'x'),
      'write outside': () => writeFileSync(config.outside, 'x'),
      'make a symbolic link': () => symlinkSync('/etc/passwd', join(tempDir, 'link')),
      'make a hard link': () => linkSync(config.otherDocument, join(tempDir, 'hard')),
      'start a process': () => {
        const { error } = spawnSync('/bin/true');
        if (error) throw error;
      },
      'open a connection': () => event(connect(config.port, '127.0.0.1'), 'connect'),
      'send a datagram': () => event(createSocket('udp4').bind(0), 'listening'),
      fetch: () => fetch(`http://127.0.0.1:${config.port}/`),
      'read /etc/passwd in a thread': () =>
        event(
          new Worker(
            "require('node:fs').readFileSync('/etc/passwd'); require('node:worker_threads').parentPort.postMessage(1)",
            { eval: true },
          ),
          'message',
        ),
      'see a secret': () => {
        if (!('SECRET_OF_THE_SERVER' in process.env)) throw new Error('not there');
      },
    };
    const done = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        await attempt();
        done.push(name);
      } catch {
        // closed, as it should be
      }
    }
    writeFileSync(join(tempDir, 'allowed'), 'x');
    const own = existsSync(join(tempDir, 'allowed')) && readFileSync(input.path, 'utf8');
    return { outcome: 'text', pages: [{ text: `${own} | ${done.join(', ')}`, source: 'text-layer' }] };
  },
};
