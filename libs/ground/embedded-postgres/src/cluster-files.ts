import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrCreateSecret } from '#ground/settings';
import { DATABASE_UID } from '#ground/kernel';
import { EmbeddedPostgresError, errorCode, folderError } from './embedded-postgres-error.js';

const LONGEST_SOCKET_PATH = 100; // the kernel takes 107 bytes on Linux, 103 on macOS
const PASSWORD_BYTES = 24;
const LARGEST_LOG_BYTES = 5 * 1024 * 1024;

/** Everything the embedded PostgreSQL keeps, below `<data folder>/postgres`. */
export interface ClusterFiles {
  readonly home: string;
  readonly cluster: string;
  readonly pidFile: string;
  /** Password of the administrator, for this process only. */
  readonly passwordFile: string;
  /** Password of the role that the application uses. */
  readonly applicationPasswordFile: string;
  readonly logFile: string;
  readonly socketDir: string;
}

export function openClusterFiles(dataDir: string): ClusterFiles {
  try {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 });
    const home = realpathSync(join(dataDir, 'postgres'));
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    const cluster = join(home, 'cluster');
    return {
      home,
      cluster,
      pidFile: join(cluster, 'postmaster.pid'),
      passwordFile: join(home, 'password'),
      applicationPasswordFile: join(home, 'application-password'),
      logFile: join(home, 'postgres.log'),
      socketDir: makeSocketDir(home),
    };
  } catch (error) {
    throw ownedByRoot(dataDir) ?? folderError(dataDir, error);
  }
}

/** Returns the error when a server that was started as root has left files that this user cannot use. */
function ownedByRoot(dataDir: string): EmbeddedPostgresError | undefined {
  const owner = ownerOf(join(dataDir, 'postgres')) ?? ownerOf(dataDir);
  if (owner !== DATABASE_UID || process.getuid?.() === 0) return undefined;
  return new EmbeddedPostgresError(
    `The embedded database in ${dataDir} was last run by a server started as root and belongs to an account of its own (user id ${owner}); start the server as root again, or give the folder to this user once: chown -R ${process.getuid?.()} ${dataDir}`,
  );
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

function makeSocketDir(home: string): string {
  const inside = join(home, 'run');
  const tooLong = Buffer.byteLength(join(inside, '.s.PGSQL.5432')) > LONGEST_SOCKET_PATH;
  const unquotable = /["'\\,\n]/.test(inside); // the setting is a list of folders, which these characters would break
  const id = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const folder = tooLong || unquotable ? join(tmpdir(), `archivolt-${id}`) : inside;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  // An interrupted change of the owner may have left any owner in the private folder; elsewhere another user may have created it.
  const allowed = [process.getuid?.(), statSync(home).uid, 0, ...(process.getuid?.() === 0 ? [DATABASE_UID] : [])];
  const isForeign = folder !== inside && process.platform !== 'win32' && !allowed.includes(found.uid);
  if (!found.isDirectory() || isForeign)
    throw new EmbeddedPostgresError(`The folder ${folder} belongs to another user; remove it and start again.`);
  chmodSync(folder, 0o700);
  return folder;
}

/** Suffix of a file that is written completely before it is renamed. */
export const draftMark = (): string => randomBytes(4).toString('hex');

/** Returns the password of the administrator, which is created once. */
export function readOrMakePassword(files: ClusterFiles): string {
  const { passwordFile, cluster } = files;
  if (!existsSync(passwordFile) && existsSync(cluster))
    throw new EmbeddedPostgresError(
      `The file ${passwordFile} with the password of the embedded database is missing; restore it from a backup.`,
    );
  return readOrCreateSecret(passwordFile, PASSWORD_BYTES);
}

/** Returns the password of the application's role. The owner of the cluster sets it at every start, so it may be lost. */
export function readOrMakeApplicationPassword({ applicationPasswordFile }: ClusterFiles): string {
  return readOrCreateSecret(applicationPasswordFile, PASSWORD_BYTES);
}

/** Returns undefined for a server of an earlier version, whose application uses the password of the administrator. */
export function readApplicationPassword({ applicationPasswordFile }: ClusterFiles): string | undefined {
  return existsSync(applicationPasswordFile) ? readFileSync(applicationPasswordFile, 'utf8').trim() : undefined;
}

export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Returns process id and port of the postmaster, if it has written them. It may have ended since. */
export function readPidFile({ pidFile }: ClusterFiles): { pid: number; port: number; socketDir: string } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile, 'utf8').split(/\r?\n/);
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(lines[0] ?? '');
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), socketDir: lines[4] ?? '' } : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** True while a postmaster of this cluster starts, runs or stops. */
export function hasPostmaster(files: ClusterFiles): boolean {
  const found = readPidFile(files);
  if (!found || !isAlive(found.pid)) return false;
  removeForeignPidFile(files);
  return readPidFile(files) !== undefined;
}

/** After a restart of a container, the process id often belongs to another program, and PostgreSQL refuses to start. */
export function removeForeignPidFile(files: ClusterFiles): void {
  const found = readPidFile(files);
  if (!found || process.platform !== 'linux' || !isAlive(found.pid)) return;
  try {
    if (readFileSync(`/proc/${found.pid}/comm`, 'utf8').trim() !== 'postgres') rmSync(files.pidFile, { force: true });
  } catch {
    // the process has ended
  }
}

/**
 * Moves a large log to one older part. PostgreSQL appends to the open file, so it is truncated in place. When there is
 * no room for the older part, nothing happens: a full disk must not stop the server.
 */
export function limitLog({ logFile }: ClusterFiles, largest = LARGEST_LOG_BYTES): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) <= largest) return;
  const draft = `${logFile}.draft`;
  try {
    copyFileSync(logFile, draft);
    renameSync(draft, `${logFile}.1`);
    truncateSync(logFile);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Returns the size of the databases on the disk; Infinity when the files cannot be read. */
export function databaseBytes({ cluster }: ClusterFiles): number {
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  try {
    const files = readdirSync(join(cluster, 'base'), { recursive: true, encoding: 'utf8' });
    return files.reduce((sum, file) => sum + sizeOf(join(cluster, 'base', file)), 0);
  } catch {
    return Infinity;
  }
}
