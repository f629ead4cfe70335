import { createHash } from 'node:crypto';
import type { PluginState } from '@archivolt/plugin-kit';
import { hasSameContent, keyOf, type SeenFile } from './seen-file.js';

/** The numbers are text, because JSON has no large ones. */
interface Report {
  [key: string]: string;
  ino: string;
  size: string;
  mtimeNs: string;
  /** At the first report. */
  ctimeNs: string;
}

const PREFIX = 'reported ';
const MOST_FILES = 10_000;

/**
 * The files that are on the list of failures and still in their folder, also after a restart. They keep the key of their
 * first report: what makes a file readable changes a part of its key, and its failure leaves the list by that key.
 */
export class ReportedFiles {
  readonly #reasons = new Map<string, string>();

  private constructor(
    private readonly state: PluginState,
    /** The first one was reported first, or before the start. */
    private readonly ids: Set<string>,
  ) {}

  static async open(state: PluginState): Promise<ReportedFiles> {
    return new ReportedFiles(state, new Set(await state.keys(PREFIX)));
  }

  async keyOf(file: SeenFile): Promise<string> {
    const report = await this.#reportOf(file);
    return keyOf(report ? { ...file, state: { ...file.state, ctimeNs: BigInt(report.ctimeNs) } } : file);
  }

  /** False when this was reported of the file before, since the start. */
  async isNews(file: SeenFile, reason: string): Promise<boolean> {
    return this.#reasons.get(idOf(file)) !== reason || !(await this.#reportOf(file));
  }

  async add(file: SeenFile, reason: string): Promise<void> {
    const id = idOf(file);
    const { ino, size, mtimeNs, ctimeNs } = file.state;
    const report = (await this.#reportOf(file)) ?? {
      ...{ ino: String(ino), size: String(size), mtimeNs: String(mtimeNs), ctimeNs: String(ctimeNs) },
    };
    await this.state.set(id, report satisfies Report);
    this.ids.add(id);
    this.#reasons.set(id, reason);
    const [oldest] = this.ids;
    if (oldest !== undefined && this.ids.size > MOST_FILES) await this.#forget(oldest);
  }

  /** Durable when the promise resolves: another file with the same numbers must not get the old key. */
  async forget(file: Pick<SeenFile, 'path'>): Promise<void> {
    const id = idOf(file);
    if (this.ids.has(id)) await this.#forget(id);
  }

  async #forget(id: string): Promise<void> {
    await this.state.delete(id);
    this.ids.delete(id);
    this.#reasons.delete(id);
  }

  /** `undefined` when there was none, or when the file has other content since. */
  async #reportOf(file: SeenFile): Promise<Report | undefined> {
    const id = idOf(file);
    const report = this.ids.has(id) ? await this.state.get<Report>(id) : undefined;
    if (!report) return undefined;
    const { ino, size, mtimeNs } = report;
    const before = { ino: BigInt(ino), size: BigInt(size), mtimeNs: BigInt(mtimeNs) };
    return hasSameContent(before, file.state) ? report : undefined;
  }
}

/** A path can be longer than a key of the state. */
function idOf({ path }: Pick<SeenFile, 'path'>): string {
  return `${PREFIX}${createHash('sha256').update(path, 'utf16le').digest('base64url')}`;
}
