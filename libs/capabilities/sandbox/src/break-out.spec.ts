import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SystemFeatures } from './isolation.js';

const SCRIPT = fileURLToPath(new URL('../test/breaks-out-of-a-lane.mjs', import.meta.url));
const OTHER_UID = 65534;

interface LaneResult {
  own: string;
  done: string[];
  refused: number;
  outcome: string;
  next: string;
}

interface Result {
  features: Omit<SystemFeatures, 'uids'> & { uids: number };
  plain: LaneResult;
  withAddons: LaneResult;
  native: { ran: boolean; done: string[] };
  wroteOutside: string[];
  isUnchanged: boolean;
}

/** What the README concedes to native code where the system lacks the means. */
function conceded(features: Result['features'], isServerRoot: boolean): string[] {
  const { landlock, uids, unshare, prlimit, canLimitProcesses } = features;
  const isSameUser = uids === 0;
  return [
    ...(landlock ? [] : ['read a file that every user may read']),
    ...(isSameUser ? ['signal the server', 'slow the server down', 'connect to the socket of the database'] : []),
    ...(isSameUser && !landlock ? ['read a file that only the server may read', 'read the file of another child'] : []),
    ...(isSameUser && !landlock ? ['write outside'] : []),
    ...(isSameUser && !landlock && !unshare?.includes('--user')
      ? ['read the environment of the server', 'write the memory of the server']
      : []),
    ...(isSameUser && isServerRoot ? ['become root', 'give a file to another user'] : []),
    ...(unshare === undefined ? ['open a connection'] : []),
    ...(prlimit === undefined ? ['write a file without bound'] : []),
    ...(canLimitProcesses ? [] : ['start processes without bound']),
  ];
}

const isRoot = process.getuid?.() === 0;
const users = [
  { name: isRoot ? 'root' : 'the user of this test', uid: process.getuid?.(), test: it },
  // Only root can become another user.
  { name: 'another user than root', uid: OTHER_UID, test: isRoot ? it : it.skip },
];

describe.each(users)('code in a child of a server that runs as $name', ({ uid, test }) => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'break-out-spec-'));
    if (isRoot && uid !== undefined) await chown(home, uid, uid);
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  test('code in a child finds every way out closed, and the next file is read', async () => {
    const as = isRoot && uid !== undefined ? { uid, gid: uid } : {};
    const server = spawn(process.execPath, [SCRIPT, home], { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...as });
    const [output, errors, ended] = await Promise.all([text(server.stdout), text(server.stderr), once(server, 'exit')]);
    expect({ errors, ended }).toEqual({ errors: '', ended: [0, null] });
    const { features, plain, withAddons, native, wroteOutside, isUnchanged } = JSON.parse(output) as Result;
    for (const { own, done, refused, outcome, next } of [plain, withAddons]) {
      expect(done).toEqual(features.prlimit === undefined ? ['fill the disk with one file'] : []);
      expect(refused).toBeGreaterThan(60);
      expect({ own, outcome, next }).toEqual({ own: 'words of the file', outcome: 'text', next: 'words of the file' });
    }
    const possible = conceded(features, uid === 0);
    expect(native.ran).toBe(true);
    expect(native.done.filter((attempt) => !possible.includes(attempt))).toEqual([]);
    expect(wroteOutside.length > 0 ? possible : ['write outside']).toContain('write outside');
    expect(isUnchanged).toBe(true);
  });
});
