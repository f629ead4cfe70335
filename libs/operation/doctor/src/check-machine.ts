import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { judgeFreeSpace } from '#capabilities/storage';
import type { CheckReport } from '#ground/features';
import { failure, ok, problem, warning } from './report.js';

export function checkNode(version: string): CheckReport {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 9)) return ok('Node', version);
  return problem(
    'Node',
    `${version} is too old (24.9 or later is needed)`,
    'run `npm ci` without --omit=optional (it brings Node 26) and start everything through npm.',
  );
}

/** Returns whether it can be used. */
export async function* checkDataFolder(dataDir: string): AsyncGenerator<CheckReport, boolean> {
  const subject = 'data folder';
  const there = await nearestExisting(dataDir);
  const remedy = 'make it a folder that the user of the server may write to, or set DATA_DIR to one that is.';
  try {
    if (!(await stat(there)).isDirectory()) {
      yield problem(subject, `${there} is not a folder`, remedy);
      return false;
    }
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    yield problem(subject, `${there} cannot be written (${code})`, remedy);
    return false;
  }
  yield ok(subject, there === dataDir ? dataDir : `${dataDir} (the first start makes it)`);
  if (there === dataDir) yield* checkRights(dataDir);
  return true;
}

/** For want of the check of all folders that are written, which needs the plugins and the database. */
export async function checkFreeSpace(dataDir: string, leastMb: number): Promise<CheckReport> {
  const name = 'free space';
  try {
    return { name, ...(await judgeFreeSpace([await nearestExisting(dataDir)], leastMb)) };
  } catch (error) {
    return failure(name, error);
  }
}

/** Folders that hold documents and secrets. */
const PRIVATE_FOLDERS = ['documents', 'postgres', 'secrets', 'tmp'];
const OTHERS = 0o007;

/** Can other users of this machine look into the data folder? */
async function* checkRights(dataDir: string): AsyncGenerator<CheckReport, void> {
  if (process.platform === 'win32') return;
  const subject = 'access to the data folder';
  const open: string[] = [];
  for (const name of PRIVATE_FOLDERS) {
    const folder = join(dataDir, name);
    if (await isOpen(folder)) open.push(folder);
  }
  if (open.length > 0) {
    const list = open.join(' ');
    yield problem(subject, `other users of this machine can read ${open.join(', ')}`, `run \`chmod 700 ${list}\`.`);
  } else if (await isOpen(dataDir)) {
    const text = `other users of this machine can list ${dataDir}, but not open what is in it`;
    yield warning(subject, text, `run \`chmod 700 ${dataDir}\`, unless they are meant to.`);
  }
}

async function isOpen(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found !== undefined && (found.mode & OTHERS) !== 0;
}

async function nearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    (error: unknown) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
  );
  return exists || dirname(path) === path ? path : nearestExisting(dirname(path));
}
