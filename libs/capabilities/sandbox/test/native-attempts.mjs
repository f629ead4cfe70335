// Stands in for native code in a child: no permission model of Node holds it, only what the operating system does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { connect } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';

const [, , settings] = process.argv;
const { secret, outside, otherChild, port, socket, temp, server } = JSON.parse(settings);
const connected = (target) => once(connect(target), 'connect');

const attempts = {
  'read a file that only the server may read': () => fs.readFileSync(secret),
  'read a file that every user may read': () => fs.readFileSync('/etc/passwd'),
  'read the file of another child': () => fs.readFileSync(otherChild),
  'write outside': () => fs.writeFileSync(outside, 'x'),
  'read the environment of the server': () => fs.readFileSync(`/proc/${server}/environ`),
  'write the memory of the server': () => fs.openSync(`/proc/${server}/mem`, 'r+'),
  'signal the server': () => process.kill(server, 0),
  'slow the server down': () => setPriority(server, getPriority(server) + 1),
  'open a connection': () => connected({ port, host: '127.0.0.1' }),
  'connect to the socket of the database': () => connected(socket),
  'become root': () => {
    process.setuid(0);
    fs.readFileSync('/etc/shadow');
  },
  'give a file to another user': () => fs.chownSync(join(temp, 'mine'), 1, 1),
  'write a file without bound': () => fs.ftruncateSync(fs.openSync(join(temp, 'large'), 'w'), 8 * 1024 ** 3),
  'start processes without bound': async () => {
    const started = [];
    try {
      for (let index = 0; index < 100; index += 1) {
        const child = spawn('/bin/sleep', ['30'], { stdio: 'ignore' });
        await once(child, 'spawn');
        started.push(child);
      }
    } finally {
      for (const child of started) child.kill('SIGKILL');
    }
  },
};

fs.writeFileSync(join(temp, 'mine'), 'x');
const done = [];
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    done.push(name);
  } catch {
    // closed, as it should be
  }
}
fs.writeFileSync(join(temp, 'done'), JSON.stringify(done));
process.exit(0);
