import type { ExtractionLimits } from '@archivolt/plugin-kit';
import { ATTACHMENT_LIMITS, type Extraction, type HandedFiles } from '#capabilities/sandbox';
import { workMs } from './extraction-turns.js';

/** Together the files in a document have this many times the time that one document has. */
const TIMES = 5;
/** A process that was ended and did not say how much of its time it has used has used all of it, as far as is known. */
const ENDED: ReadonlySet<string> = new Set<Extraction['outcome']>(['crashed', 'timeout', 'too-large']);

/** What the files in one document may still use. */
export class AttachmentBudget {
  filesLeft: number = ATTACHMENT_LIMITS.read;
  #bytesLeft: number;
  #charsLeft: number;
  #ocrPagesLeft: number;
  #msLeft: number;

  constructor(
    private readonly limits: ExtractionLimits,
    private readonly timeoutMs: number,
    private readonly ocrPageTimeoutMs: number,
    { text, ocrPages = 0 }: Extraction,
  ) {
    this.#bytesLeft = limits.maxInflatedBytes;
    this.#charsLeft = limits.maxChars - text.length;
    this.#ocrPagesLeft = limits.maxOcrPages - ocrPages;
    this.#msLeft = TIMES * timeoutMs;
  }

  /** Returns why no further file is read; `undefined` as long as one may be. */
  get exhausted(): { outcome: 'timeout' | 'too-large' | 'too-many'; reason: string } | undefined {
    if (this.filesLeft <= 0)
      return { outcome: 'too-many', reason: `Only the first ${ATTACHMENT_LIMITS.read} files in a document are read.` };
    if (this.#charsLeft <= 0) return { outcome: 'too-large', reason: 'The document has more text than is kept.' };
    if (this.#msLeft <= 0) return { outcome: 'timeout', reason: 'The time for the document ran out before.' };
    return undefined;
  }

  get hasNoOcrPages(): boolean {
    return this.#ocrPagesLeft <= 0;
  }

  /** Returns what one more file may use; the files in it are handed over unless it is too deep. */
  shareOf(depth: number): { limits: ExtractionLimits; attachments: { most: number; mostBytes: number } } {
    const isDeepest = depth >= ATTACHMENT_LIMITS.depth;
    const most = isDeepest ? 0 : Math.max(0, this.filesLeft);
    return {
      limits: { ...this.limits, maxChars: this.#charsLeft, maxOcrPages: Math.max(0, this.#ocrPagesLeft) },
      attachments: { most, mostBytes: isDeepest ? 0 : Math.max(0, this.#bytesLeft) },
    };
  }

  addHanded({ files }: HandedFiles): void {
    this.#bytesLeft -= files.reduce((sum, { size }) => sum + size, 0);
  }

  /** Work counts, not the time that passed: on a busy machine nothing less is read. */
  addRead({ outcome, isCutShort, text, cpuMs, ocrPages = 0 }: Extraction, passedMs: number): void {
    this.filesLeft -= 1;
    this.#charsLeft -= text.length + 1;
    this.#ocrPagesLeft -= ocrPages;
    const workedMs = Math.max(0, workMs(passedMs, cpuMs) - ocrPages * this.ocrPageTimeoutMs);
    // A file that waited for something that never came has used its time, too.
    const hasUsedAll = isCutShort === true || (ENDED.has(outcome) && cpuMs === 0);
    this.#msLeft -= hasUsedAll ? Math.max(workedMs, this.timeoutMs) : workedMs;
  }

  /** The document has no time for further files. */
  endTime(): void {
    this.#msLeft = 0;
  }
}
