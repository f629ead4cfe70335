import { spawn, type StdioOptions } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { PostgresBinaries } from './postgres-binaries.js';

/** Who runs PostgreSQL. It refuses to run as root, so root needs a way to be somebody else. */
export interface PostgresAccount {
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

const UNSHARE = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];

// PostgreSQL gets no setting and no secret of ours. Windows programs need the inherited environment.
const ENVIRONMENT =
  process.platform === 'win32' ? {} : { env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } };

/** Runs a program to its end in a session of its own, so that Ctrl-C does not reach it. Rejects if it cannot run. */
export function runAs(
  account: PostgresAccount,
  command: readonly string[],
  options: { cwd?: string; stdio?: StdioOptions } = {},
): Promise<number> {
  const [program = '', ...args] = [...account.prefix, ...command];
  const { uid, gid } = account;
  const switched = uid === undefined || gid === undefined ? {} : { uid, gid };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
      ...ENVIRONMENT,
      ...switched,
      ...options,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

export async function chooseAccount(home: string, binaries: PostgresBinaries): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  for (const account of candidates(home)) {
    // Both the programs and the data folder must be within reach: a folder inside /root is not, for another user.
    letThrough(account, dirname(home));
    const probe = ['sh', '-c', '"$0" --version && test -x "$1"', binaries.postgres, dirname(home)];
    const code = await runAs(account, probe).catch(() => 1);
    if (code !== 0) continue;
    if (account.uid !== undefined && statSync(home).uid !== account.uid) giveTree(account, home);
    return account;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and no other account can reach the program and the data folder; start Archivolt as an ordinary user, or set DATABASE_URL to use another server.',
  );
}

function candidates(home: string): PostgresAccount[] {
  const { uid, gid } = statSync(home);
  if (uid !== 0) return [{ prefix: [], uid, gid }];
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const existing = ['postgres', 'nobody'].flatMap((name) => known.filter((fields) => fields[0] === name));
  return [
    { prefix: UNSHARE },
    ...existing.map((fields) => ({ prefix: [], uid: Number(fields[2]), gid: Number(fields[3]) })),
  ];
}

/** A data folder that only root may enter lets the account's group pass, without a look at what is in it. */
function letThrough({ gid }: PostgresAccount, dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (gid === undefined || uid !== 0 || (mode & 0o077) !== 0) return;
  chownSync(dataDir, 0, gid);
  chmodSync(dataDir, (mode & 0o777) | 0o010);
}

/** Lets the account use a file or folder that this process made. */
export function give(account: PostgresAccount, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}

function giveTree({ uid, gid }: PostgresAccount, folder: string): void {
  if (uid === undefined || gid === undefined) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid);
  lchownSync(folder, uid, gid);
}
