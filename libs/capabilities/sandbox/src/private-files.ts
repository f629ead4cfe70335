import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { letGroupThrough } from '#ground/kernel';
import { removeTree } from './remove-tree.js';

const LONG_AGO_MS = 24 * 60 * 60 * 1000;
const RUN = /^run-(?<host>[a-z0-9]*)-(?<pid>\d+)-[A-Za-z0-9]{6}$/;

/** Folders of this process, all in one folder under `<DATA_DIR>/tmp/<area>`, whose name lets a sweep recognize it. */
export class PrivateFiles {
  readonly #dataDir: string;
  readonly #root: string;
  #run: Promise<string> | undefined;

  constructor(dataDir: string, area = 'extraction') {
    this.#dataDir = resolve(dataDir);
    this.#root = join(this.#dataDir, 'tmp', area);
  }

  /** Writes the stream to a private file for `work`, and removes it when `work` ends. */
  async withCopy<Result>(
    source: Readable,
    work: (file: { path: string; size: number }) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    source.on('error', () => undefined); // `pipeline` gets it; until then, without a listener it would end the process
    const folder = await this.makeFolder('copy').catch((error: unknown) => {
      source.destroy();
      throw error;
    });
    try {
      const path = join(folder, 'file');
      await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }), signal ? { signal } : {});
      return await work({ path, size: (await stat(path)).size });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * Creates an empty folder, which the caller removes. Returns its real path, so that it can be used in permissions.
   * Members of `group` may pass through it and its parents.
   */
  async makeFolder(name: string, group?: number): Promise<string> {
    this.#run ??= this.#makeRun();
    const run = await this.#run;
    const folder = await mkdtemp(join(run, `${name}-`));
    if (group !== undefined)
      for (const each of [this.#dataDir, dirname(this.#root), this.#root, run, folder]) letGroupThrough(each, group);
    return folder;
  }

  /** Owner and rights of the data folder and of those around it. Where they are the same, others get equally far. */
  async wayTo(): Promise<string> {
    await mkdir(this.#dataDir, { recursive: true, mode: 0o700 });
    const way: string[] = [];
    for (let folder = '', next = await realpath(this.#dataDir); folder !== next; next = dirname(folder)) {
      folder = next;
      const { dev, uid, gid, mode } = await stat(folder);
      way.push([dev, uid, gid, mode].join(' '));
    }
    return way.join(', ');
  }

  /** Removes everything of this process. */
  async removeAll(): Promise<void> {
    const run = await this.#run?.catch(() => undefined);
    this.#run = undefined;
    if (run !== undefined) await removeTree(run);
  }

  /** Removes the folders of processes that ended without cleaning up. Returns how many. */
  async sweepLeftovers(): Promise<number> {
    const own = await this.#run;
    let removed = 0;
    for (const name of await readdir(this.#root).catch(() => [])) {
      const path = join(this.#root, name);
      if (own?.endsWith(name) === true || !(await isLeftover(path, name))) continue;
      if (await removeTree(path)) removed += 1;
    }
    return removed;
  }

  async #makeRun(): Promise<string> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    return mkdtemp(join(await realpath(this.#root), `run-${hostLabel()}-${process.pid}-`));
  }
}

/** Other running processes, also on other machines, may share the folder. */
async function isLeftover(path: string, name: string): Promise<boolean> {
  const { host, pid } = RUN.exec(name)?.groups ?? {};
  if (host === hostLabel()) return Number(pid) === process.pid || !isAlive(Number(pid));
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));

  return Date.now() - mtimeMs > LONG_AGO_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function hostLabel(): string {
  return hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 40);
}
