import { opendir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { HostServices, IntakeContext } from '@archivolt/plugin-kit';
import { Bell } from './bell.js';
import { FileEndings } from './file-endings.js';
import { FolderHints } from './folder-hints.js';
import { isOrganizationName, isWithin, type FolderLayout } from './folder-layout.js';
import type { FolderConfig } from './folder.config.js';
import { LiveOrganizations } from './live-organizations.js';
import { PostponedFiles } from './postponed-files.js';
import type { ReportedFiles } from './reported-files.js';
import type { SeenFile } from './seen-file.js';
import { TakeSeenFile } from './take-seen-file.js';
import { WaitingFiles, type FoundFile } from './waiting-files.js';
import { filesBelow } from './walk-folder.js';

export type SessionHost = Pick<HostServices<FolderConfig>, 'config' | 'logger' | 'now' | 'state'>;

/** Looking for files takes at most a fifth of the time. */
const REST_FOR_EACH_MS = 4;
const MOST_WARNINGS = 1_000;
const NO_CONTENT = { ctimeNs: 0n, dev: 0n, ino: 0n, mtimeNs: 0n, nlink: 1n, size: 0n };

/** Watches the folders from one start to the next stop: finds files, waits until they are complete, and takes them. */
export class FolderSession {
  readonly #scanNow = new Bell();
  readonly #lookNow = new Bell();
  readonly #rest = new Bell(); // never rung
  readonly #warned = new Set<string>();
  readonly #taking = new Set<Promise<void>>();
  readonly #waiting: WaitingFiles;
  readonly #postponed: PostponedFiles;
  readonly #organizations: LiveOrganizations;
  readonly #take: TakeSeenFile;
  readonly #hints: FolderHints;
  /** Whether the last scan has left files out for which there was no room. */
  #hasMore = false;

  constructor(
    private readonly host: SessionHost,
    private readonly layout: FolderLayout,
    private readonly context: IntakeContext,
    reported: ReportedFiles,
  ) {
    const { config, logger } = host;
    const now = () => host.now();
    this.#postponed = new PostponedFiles(config.pollingIntervalMs, now);
    this.#waiting = new WaitingFiles(config.stabilityThresholdMs, now, {
      onGone: (file) => void this.#onGone(file),
      onRestless: ({ path }) => this.#postponed.add(path),
    });
    this.#organizations = new LiveOrganizations(context, now, (organizationId) =>
      this.#warn(join(layout.root, organizationId), 'belongs to no organization, or to a deleted one'),
    );
    this.#take = new TakeSeenFile({
      ...{ config, context, logger, reported, postponed: this.#postponed },
      ...{ organizations: this.#organizations, endings: new FileEndings(layout, config) },
    });
    this.#hints = new FolderHints(() => this.#scanNow.ring(), logger, { isOff: config.usePolling });
  }

  /** Returns when the signal is aborted; throws when the watched folder cannot be read. */
  async run(): Promise<void> {
    const ended = new AbortController();
    const signal = AbortSignal.any([this.context.signal, ended.signal]);
    try {
      await Promise.all(
        [this.#scanAll(signal), this.#lookAll(signal)].map((loop) => loop.finally(() => ended.abort())),
      );
    } finally {
      this.#hints.close();
      await Promise.all(this.#taking);
    }
  }

  async #scanAll(signal: AbortSignal): Promise<void> {
    const { config } = this.host;
    while (!signal.aborted) {
      const began = performance.now();
      await this.#scan(signal);
      this.#lookNow.ring();
      const rest = Math.max(config.stabilityPollIntervalMs, (performance.now() - began) * REST_FOR_EACH_MS);
      await this.#rest.wait(rest, signal);
      await this.#scanNow.wait(Math.max(config.pollingIntervalMs - rest, 0), signal);
    }
  }

  async #lookAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#waiting.look();
      this.#takeMore(signal);
      const pause = this.#waiting.isEmpty ? undefined : this.host.config.stabilityPollIntervalMs;
      await (pause === undefined ? this.#lookNow : this.#rest).wait(pause, signal);
    }
  }

  async #scan(signal: AbortSignal): Promise<void> {
    const { root } = this.layout;
    const folders = new Set<string>([root]);
    let hasMore = false;
    this.#hints.add(root);
    for await (const entry of await opendir(root)) {
      if (signal.aborted) return;
      const path = join(root, entry.name);
      if (!isOrganizationName(entry.name)) this.#warnOfUnknown(path);
      else if (!entry.isDirectory()) this.#warn(path, 'is not a folder');
      else if (await this.#organizations.isLive(entry.name))
        hasMore = !(await this.#scanFolder(entry.name, folders, signal)) || hasMore;
    }
    this.#hasMore = hasMore;
    if (!hasMore) this.#hints.keepOnly(folders);
  }

  /** False when there was no room for all of its files. */
  async #scanFolder(organizationId: string, folders: Set<string>, signal: AbortSignal): Promise<boolean> {
    const folder = this.layout.organizationFolder(organizationId);
    const rules = {
      isIgnored: (path: string) => this.layout.isIgnored(organizationId, path),
      onFolder: (path: string) => {
        folders.add(path);
        this.#hints.add(path);
      },
      onSkipped: (path: string, why: string) => this.#warn(path, why),
    };
    for await (const path of filesBelow(folder, rules, signal)) {
      if (this.#waiting.has(path) || this.#postponed.has(path)) continue;
      if (!this.#waiting.hasRoom(organizationId)) return false;
      this.#waiting.add({ organizationId, path, place: relative(folder, path).split(sep).join('/') });
    }
    return true;
  }

  #takeMore(signal: AbortSignal): void {
    while (!signal.aborted && this.#taking.size < this.host.config.concurrency) {
      const file = this.#waiting.next();
      if (!file) return;
      const taking = this.#takeOne(file).finally(() => {
        this.#taking.delete(taking);
        this.#takeMore(signal);
      });
      this.#taking.add(taking);
    }
  }

  async #takeOne(file: SeenFile): Promise<void> {
    const outcome = await this.#take.execute(file);
    if (outcome === 'again') {
      this.#waiting.again(file.path);
      this.#lookNow.ring();
      return;
    }
    this.#waiting.remove(file);
    if (this.#hasMore && this.#waiting.isHalfEmpty(file.organizationId)) this.#scanNow.ring();
  }

  /** A name that is not valid UTF-8 is read with marks in it, under which there is no file. */
  async #onGone(file: FoundFile): Promise<void> {
    if (!file.place.includes('\ufffd')) return;
    this.#postponed.add(file.path);
    await this.#take.report({ ...file, state: NO_CONTENT }, 'Its name is not valid UTF-8. Rename it.');
  }

  #warnOfUnknown(path: string): void {
    const isOurs = [this.host.config.errorFolder, this.host.config.doneFolder].some((folder) => isWithin(folder, path));
    if (!isOurs && !this.layout.isIgnored('', path)) this.#warn(path, 'is not in the folder of an organization');
  }

  /** Once for each start, because every scan sees it again. */
  #warn(path: string, why: string): void {
    const text = `${path} is left alone: it ${why}.`;
    if (this.#warned.has(text) || this.#warned.size >= MOST_WARNINGS) return;
    this.#warned.add(text);
    this.host.logger.warn(text);
  }
}
