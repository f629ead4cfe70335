import { setImmediate as turn } from 'node:timers/promises';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  TransientPluginError,
  type Intake,
  type IntakeFailure,
  type IntakeFile,
  type IntakeResult,
} from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { FolderConfig } from '../src/folder.config.js';
import { FolderIntake } from '../src/folder-intake.js';

export const ARCHIVE = 'org_000000000000000000000001';
export const OTHER = 'org_000000000000000000000002';
const WITHIN_MS = 60_000;

export interface Taken {
  organizationId: string;
  fileName: string;
  content: string;
  tags: readonly string[] | undefined;
}

/**
 * The intake on a folder, with a host that keeps its results over restarts, as the real one does, and a clock that the
 * test sets: files become old when the test says so.
 */
export class FolderBench implements AsyncDisposable {
  readonly documents: Taken[] = [];
  readonly failures = new Map<string, IntakeFailure>();
  readonly warnings: string[] = [];
  readonly organizations = new Set([ARCHIVE, OTHER]);
  readonly results = new Map<string, IntakeResult>();
  readonly state = aTestHost({}).state;
  reports = 0;
  uploading = 0;
  mostAtOnce = 0;
  /** Refuses a content with a reason. */
  refuses: (content: string) => string | undefined = () => undefined;
  /** Called before a file is read, and with its first bytes read. */
  beforeReading: (file: IntakeFile) => Promise<void> = () => Promise.resolve();
  /** Called when the result is durable, and before the intake knows it. */
  afterTaking: () => void = () => undefined;
  #clock = 0;
  #looks = 0;
  #stop = new AbortController();
  #running: Promise<void> | undefined;
  #intake: Intake | undefined;

  private constructor(
    readonly home: string,
    readonly config: FolderConfig,
  ) {}

  static async open(settings: Partial<FolderConfig> = {}): Promise<FolderBench> {
    const home = await mkdtemp(join(tmpdir(), 'intake-folder-'));
    await chmod(home, 0o755);
    const config = Object.assign(new FolderConfig(), {
      ...{ enabled: true, rootPath: join(home, 'in'), concurrency: 4 },
      ...{ pollingIntervalMs: 10, stabilityThresholdMs: 2_000, stabilityPollIntervalMs: 1 },
      ...settings,
    });
    return new FolderBench(home, config);
  }

  /** A path in the folder of the organization. */
  at(place: string, organizationId = ARCHIVE): string {
    return join(this.config.rootPath, organizationId, place);
  }

  async put(place: string, content: string, organizationId = ARCHIVE): Promise<string> {
    const path = this.at(place, organizationId);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** The names in a folder of the organization, sorted. */
  async names(place = '', organizationId = ARCHIVE): Promise<string[]> {
    return (await readdir(this.at(place, organizationId)).catch(() => [])).sort();
  }

  intake(): Intake {
    const host = aTestHost(this.config);
    const now = () => {
      this.#looks += 1;
      return this.#clock;
    };
    const warn = (message: string) => void this.warnings.push(message);
    return new FolderIntake({ ...host, now, state: this.state, logger: { ...host.logger, warn } });
  }

  start(): void {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#intake = this.intake();
    this.#running = this.#intake.run({
      instance: 'default',
      signal,
      upload: (file) => this.#upload(file, signal),
      uploadMail: () => Promise.reject(new Error('there are no mails')),
      reportFailure: (failure) => {
        this.reports += 1;
        this.failures.set(failure.key, { ...this.failures.get(failure.key), ...failure });
        return Promise.resolve();
      },
      hasOrganization: (organizationId) => Promise.resolve(this.organizations.has(organizationId)),
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('the process stops'));
    await this.#running;
  }

  /** As `kill -9`: what the intake does next, it does not do. */
  abort(): void {
    this.#stop.abort(new Error('the process is killed'));
  }

  pass(ms: number): void {
    this.#clock += ms;
  }

  /** Waits until the intake has looked at its files some more times. */
  async looks(times = 50): Promise<void> {
    const { length } = await this.names();
    const until = this.#looks + times * (length + 1);
    await this.until('looks', () => this.#looks >= until);
  }

  /** Lets files become old until it is so. */
  async agesUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    await this.until(what, async () => {
      this.pass(500);
      return isSo();
    });
  }

  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (const deadline = performance.now() + WITHIN_MS; !(await isSo());) {
      if (performance.now() > deadline) throw new Error(`waited for ${what}; warnings: ${this.warnings.join('\n')}`);
      await turn();
    }
  }

  /** Takes a file that was refused before once more, as the server does when a person asks for it. */
  async retry(failure: IntakeFailure): Promise<string | undefined> {
    const intake = this.intake();
    const { signal } = new AbortController();
    const content = await intake.reopen?.(failure.reference ?? '', { signal });
    if (!content) return undefined;
    const text = (await buffer(content)).toString();
    await intake.finish?.(failure.reference ?? '', { signal });
    return text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.home, { recursive: true, force: true });
  }

  async #upload(file: IntakeFile, signal: AbortSignal): Promise<IntakeResult> {
    file.content.on('error', () => undefined);
    this.uploading += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.uploading);
    try {
      signal.throwIfAborted();
      const known = this.results.get(file.key);
      if (known) return known;
      await this.beforeReading(file);
      const content = (await buffer(file.content)).toString();
      signal.throwIfAborted();
      const result = this.#record(file, content);
      this.afterTaking();
      signal.throwIfAborted();
      return result;
    } catch (error) {
      throw new TransientPluginError((error as Error).message);
    } finally {
      this.uploading -= 1;
      file.content.destroy();
    }
  }

  #record({ organizationId, fileName, key, tags, reference }: IntakeFile, content: string): IntakeResult {
    const reason = this.refuses(content);
    const result: IntakeResult =
      reason === undefined ? { outcome: 'created', documentId: key } : { outcome: 'refused', reason };
    this.results.set(key, result);
    if (reason === undefined) {
      this.failures.delete(key);
      this.documents.push({ organizationId, fileName, content, tags });
    } else this.failures.set(key, { organizationId, fileName, key, reason, ...(reference && { reference }) });
    return result;
  }
}
