import { spawn, type StdioOptions } from 'node:child_process';
import { chownSync, existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DATABASE_UID, letGroupThrough, SERVICE_GID } from '#ground/kernel';
import { type ClusterFiles, hasPostmaster } from './cluster-files.js';
import { EmbeddedPostgresError, NotReadyYet } from './embedded-postgres-error.js';
import type { PostgresBinaries } from './postgres-binaries.js';

/** The account that runs PostgreSQL, which refuses to run as root. */
export interface PostgresAccount {
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

const UNSHARE = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];

// PostgreSQL gets no settings and secrets of the server. Windows programs need the inherited environment.
const ENVIRONMENT =
  process.platform === 'win32' ? {} : { env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } };

/** Runs a program and returns its exit code; in its own session, so that Ctrl-C does not reach it. Rejects if it cannot run. */
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

/** Chooses the account and makes it the owner of the folder. Refused while a postmaster runs, which would lose its files. */
export async function chooseAccount(files: ClusterFiles, binaries: PostgresBinaries): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { home, cluster } = files;
  const dataDir = dirname(home);
  for (const account of candidates(home)) {
    // Both the programs and the data folder must be within reach: a folder inside /root is not, for another user.
    if (!tryLetThrough(account, dataDir)) continue;
    const probe = ['sh', '-c', '"$0" --version && test -x "$1"', binaries.postgres, dataDir];
    if (!(await works(account, probe))) continue;
    if (!existsSync(cluster) && !(await works(forInitdb(account), ['true']))) continue;
    if (account.uid !== undefined && statSync(home).uid !== account.uid) {
      if (hasPostmaster(files)) throw new NotReadyYet(`The embedded PostgreSQL in ${home} is still stopping.`);
      giveTree(account, home);
    }
    return account;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and no other account can reach the program and the data folder; start Archivolt as an ordinary user, or set DATABASE_URL to use another server.',
  );
}

/** The account of a running postmaster, which is needed to stop it. */
export function accountOf({ home }: ClusterFiles): PostgresAccount {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = statSync(home);
  return uid === 0 ? { prefix: UNSHARE } : { prefix: [], uid, gid };
}

/** `initdb` needs a user with a name; an account without one gets it in a user namespace. */
export function forInitdb(account: PostgresAccount): PostgresAccount {
  return account.uid === DATABASE_UID ? { ...account, prefix: UNSHARE } : account;
}

async function works(account: PostgresAccount, command: readonly string[]): Promise<boolean> {
  return (await runAs(account, command).catch(() => 1)) === 0;
}

/**
 * Best first: an account of its own before a shared one, and the group of the data folder before the group of the
 * account, because the sandboxed processes pass through the folder by that group. The user id of root comes last.
 */
function candidates(home: string): PostgresAccount[] {
  const { uid, gid } = statSync(home);
  const inBothGroups = (user: number, group: number): PostgresAccount[] => [
    { prefix: [], uid: user, gid: SERVICE_GID },
    { prefix: [], uid: user, gid: group },
  ];
  if (uid !== 0) return inBothGroups(uid, gid);
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const existing = ['postgres', 'nobody'].flatMap((name) => known.filter((fields) => fields[0] === name));
  return [
    { prefix: [], uid: DATABASE_UID, gid: SERVICE_GID },
    ...existing.flatMap((fields) => inBothGroups(Number(fields[2]), Number(fields[3]))),
    { prefix: UNSHARE },
  ];
}

/** False where this process may not change owners: in a container without that capability. */
function tryLetThrough({ gid }: PostgresAccount, dataDir: string): boolean {
  try {
    if (gid !== undefined) letGroupThrough(dataDir, gid);
    return true;
  } catch {
    return false;
  }
}

/** Makes the account the owner of a file or folder that this process has created. */
export function give(account: PostgresAccount, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}

/** The folder itself comes last, so that the next start repeats an interrupted conversion. */
function giveTree({ uid, gid }: PostgresAccount, folder: string): void {
  if (uid === undefined || gid === undefined) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid);
  lchownSync(folder, uid, gid);
}
