import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExtractionInput, ExtractionLimits, FileType } from '@archivolt/plugin-kit';
import { AttachmentBudget } from './attachment-budget.js';
import { attachmentName } from './attachment-name.js';
import {
  ATTACHMENT_LIMITS,
  makeExtraction,
  PluginFailedForNow,
  UNKNOWN_TYPE,
  type Attachment,
  type Extraction,
  type HandedFile,
  type HandedFiles,
} from '#capabilities/sandbox';
import { detectType } from './detect/detect-type.js';
import { isMoved } from './extraction.js';
import { workMs } from './extraction-turns.js';
import { JoinedText } from './joined-text.js';
import type { ReadingShare } from './reading-share.js';
import { unreadReason } from './unread-formats.js';

/** The warning of a reader that may have no page recognized. */
const NO_PAGE_IS_READ = 'Only the first 0 scanned pages were read.';
const TOO_MANY_SCANS = 'The document has more scanned pages than are read.';

export interface TurnOfFiles {
  /** A private folder, which the caller removes. */
  folder: string;
  /** When this turn of the document began, with the reading of its own text. */
  since: number;
}

interface Settings extends TurnOfFiles {
  types: readonly FileType[];
  limits: ExtractionLimits;
  /** The time for one file, and for one page that is recognized. */
  timeoutMs: number;
  ocrPageTimeoutMs: number;
  /** Work that is left for the document in this turn and all that follow. */
  msLeft: number;
  /** The document leaves its place to others, and begins again in its next turn. */
  isTurnOver: () => boolean;
  /** Reading more files could take longer than the job of the document may. */
  isLate: () => boolean;
  /** Has the plugins read one file. */
  read: (input: ExtractionInput, share: ReadingShare) => Promise<Extraction>;
}

/** Reads the files in the file of one document, and those in them, each as if it had been uploaded. */
export class AttachmentReading {
  readonly #budget: AttachmentBudget;
  readonly #joined: JoinedText;
  readonly #listed: Attachment[] = [];
  readonly #warnings = new Set<string>();
  #count = 0;
  #isCut = false;
  #isCutShort: boolean;
  #hasNewPages: boolean;
  #cpuMs = 0;
  #peakRssBytes = 0;

  constructor(
    private readonly settings: Settings,
    private readonly main: Extraction & { handed: HandedFiles },
  ) {
    this.#budget = new AttachmentBudget(settings.limits, settings.timeoutMs, settings.ocrPageTimeoutMs, main);
    this.#joined = new JoinedText(main);
    this.#hasNewPages = main.hasNewPages ?? false;
    this.#isCutShort = main.isCutShort ?? false;
  }

  /** The document with the texts of the files in it, or that it moves to another lane. */
  async read(): Promise<Extraction> {
    const { handed, hasNewPages: _, ...main } = this.main;
    const end = await this.#readAll(handed, []);
    if (end) return this.#movedBy(end);
    const hidden = this.#count - this.#listed.length;
    if (hidden > 0) this.#warnings.add(`${hidden} more files in it are not listed.`);
    const isCut = this.#isCut || hidden > 0;
    return {
      ...main,
      ...this.#joined.finish(),
      truncated: main.truncated || isCut,
      ...(this.#isCutShort && { isCutShort: true }),
      warnings: [...main.warnings, ...this.#warnings],
      attachments: this.#listed,
      cpuMs: main.cpuMs + this.#cpuMs,
      peakRssBytes: Math.max(main.peakRssBytes, this.#peakRssBytes),
    };
  }

  /** Which plugins were asked for one of the files says nothing about the document. */
  #movedBy({ outcome, reason, hasNewPages = false, cpuMs }: Extraction): Extraction {
    const isFurther = this.#hasNewPages || hasNewPages;
    const work = { cpuMs: this.main.cpuMs + this.#cpuMs + cpuMs };
    return makeExtraction(outcome, { reason, ...work, ...(isFurther && { hasNewPages: true }) });
  }

  /**
   * There is no time for another turn as long as this one, in which the document would begin again; or the next one would
   * be too late at the same file. `current` is the file that ends the turn.
   */
  #isLastTurn(current?: Extraction): boolean {
    const { since, msLeft, isLate } = this.settings;
    const cpuMs = this.main.cpuMs + this.#cpuMs + (current?.cpuMs ?? 0);
    const workedMs = workMs(performance.now() - since, cpuMs);
    if (workedMs > msLeft / 2) return true;
    return isLate() && !this.#hasNewPages && current?.hasNewPages !== true;
  }

  /** Returns how the reading of the document ends for now, when it does. */
  async #readAll(handed: HandedFiles, path: string[]): Promise<Extraction | undefined> {
    this.#budget.addHanded(handed);
    this.#count += handed.count;
    const folder = join(this.settings.folder, String(path.length));
    await mkdir(folder);
    let start = 0;
    for (const [index, file] of handed.files.entries()) {
      const range = { start, end: start + file.size - 1 };
      start += file.size;
      const place = { name: attachmentName(file.name, index + 1), path };
      const end = await this.#readFile(file, place, { folder, from: handed.path, range });
      if (end) return end;
    }
    await rm(folder, { recursive: true });
    await rm(handed.path, { force: true });
    return undefined;
  }

  async #readFile(
    file: HandedFile,
    { name, path }: Pick<Attachment, 'name' | 'path'>,
    { folder, from, range }: { folder: string; from: string; range: { start: number; end: number } },
  ): Promise<Extraction | undefined> {
    const { settings } = this;
    const depth = path.length + 1;
    const declared = { name, path, type: file.type === '' ? null : file.type };
    const isTurnOver = settings.isLate() || settings.isTurnOver();
    if (isTurnOver && this.#isLastTurn()) this.#budget.endTime();
    const unread = file.unread ?? this.#budget.exhausted;
    if (unread) {
      this.#listUnread(declared, unread, depth);
      return undefined;
    }
    if (isTurnOver) return makeExtraction('yielded', { reason: 'Other files wait.' });
    const copy = join(folder, 'file');
    if (file.size === 0) await writeFile(copy, '', { mode: 0o600 });
    else await pipeline(createReadStream(from, range), createWriteStream(copy, { mode: 0o600 }));
    const type = await detectType(copy, name, file.type === '' ? undefined : file.type, settings.types);
    const share = { ...this.#budget.shareOf(depth), target: join(folder, 'files') };
    const began = performance.now();
    const extraction = await this.#ask({ path: copy, size: file.size, type, fileName: name }, share);
    // The file is not overwritten: the process that has read it has the same file under another name.
    await rm(copy);
    if (isMoved(extraction) || extraction.outcome === 'cancelled') return extraction;
    this.#budget.addRead(extraction, performance.now() - began);
    this.#listRead({ name, path, type, size: file.size }, extraction);
    return extraction.handed && this.#readAll(extraction.handed, [...path, name]);
  }

  async #ask(input: ExtractionInput, share: ReadingShare): Promise<Extraction> {
    try {
      const extraction = await this.settings.read(input, share);
      if (extraction.outcome !== 'yielded' || !this.#isLastTurn(extraction)) return extraction;
      this.#budget.endTime();
      const { cpuMs, peakRssBytes } = extraction;
      return makeExtraction('timeout', { reason: 'It took too long to read.', isCutShort: true, cpuMs, peakRssBytes });
    } catch (error) {
      // A plugin that fails for now must not cost the document its text and its other files.
      if (!(error instanceof PluginFailedForNow)) throw error;
      this.#isCut = true;
      return makeExtraction('failed', { reason: error.message });
    }
  }

  #listUnread(
    file: Pick<Attachment, 'name' | 'path' | 'type'>,
    { outcome: given, reason }: NonNullable<HandedFile['unread']>,
    depth: number,
  ): void {
    const isDeep = depth > ATTACHMENT_LIMITS.depth;
    const outcome = isDeep && given === 'too-many' ? 'too-deep' : given;
    if (outcome !== 'encrypted' && outcome !== 'unsupported' && outcome !== 'corrupt') this.#isCut = true;
    if (outcome === 'timeout')
      this.#noteLateness('The time for the document ran out before all files in it were read.');
    if (outcome === 'too-many') this.#warnings.add(`Only the first ${ATTACHMENT_LIMITS.read} files in it were read.`);
    if (outcome === 'too-deep')
      this.#warnings.add(`Files that are in more than ${ATTACHMENT_LIMITS.depth} others were not read.`);
    if (outcome === 'too-large')
      this.#warnings.add('Files in it that are too large, or too much in all, were not read.');
    const why = outcome === 'too-deep' ? `It is in more than ${ATTACHMENT_LIMITS.depth} other files.` : reason;
    this.#list({ ...file, size: null, outcome, reason: why, firstPage: null, pagesCount: 0 });
  }

  #listRead(file: Pick<Attachment, 'name' | 'path' | 'size'> & { type: string }, extraction: Extraction): void {
    const { outcome: given, reason, warnings, truncated, cpuMs, peakRssBytes } = extraction;
    const firstPage = this.#joined.add(extraction);
    this.#isCut ||= truncated;
    if (extraction.isCutShort === true)
      this.#noteLateness('The time for a file in it ran out before all of it was read.');
    this.#hasNewPages ||= extraction.hasNewPages ?? false;
    this.#cpuMs += cpuMs;
    this.#peakRssBytes = Math.max(this.#peakRssBytes, peakRssBytes);
    const outcome = given === 'insufficient' || given === 'cancelled' ? 'empty' : (given as Attachment['outcome']);
    const readersWhy = outcome === 'unsupported' ? (reason ?? unreadReason(file.type)) : reason;
    const lacksOcrPages = this.#lacksOcrPages(extraction);
    if (lacksOcrPages) this.#warnings.add(TOO_MANY_SCANS);
    this.#isCut ||= lacksOcrPages;
    const why = lacksOcrPages ? TOO_MANY_SCANS : readersWhy;
    this.#list({
      ...file,
      type: file.type === UNKNOWN_TYPE ? null : file.type,
      outcome,
      reason: why ?? warnings[0] ?? null,
      firstPage,
      pagesCount: firstPage === null ? 0 : extraction.pages,
    });
  }

  /** A reader does not know of the limit of the document: it says that there was no time, or that zero pages are read. */
  #lacksOcrPages({ outcome, truncated, isCutShort, warnings }: Extraction): boolean {
    if (!this.#budget.hasNoOcrPages || isCutShort === true) return false;
    const hasNothing = outcome === 'too-large' || outcome === 'empty';
    return (truncated && hasNothing) || warnings.includes(NO_PAGE_IS_READ);
  }

  #noteLateness(warning: string): void {
    this.#isCut = true;
    this.#isCutShort = true;
    this.#warnings.add(warning);
  }

  /** A file with a text is listed in any case, or its hits would seem to be in another file. */
  #list(attachment: Attachment): void {
    const isFull = this.#listed.length >= ATTACHMENT_LIMITS.named;
    if (isFull && attachment.firstPage === null) return;
    if (isFull)
      this.#listed.splice(
        this.#listed.findLastIndex(({ firstPage }) => firstPage === null),
        1,
      );
    this.#listed.push(attachment);
  }
}
