import type { DocumentReading } from '../document-content.repository.js';
import type { ExtractionStep } from '../extraction-steps.js';

type StepStatus = 'completed' | 'failed' | 'partial' | 'pending' | 'running' | 'skipped' | 'waiting';

/** A step of the last processing of a document. */
export interface ProcessingStep {
  step: 'ocr' | 'received' | 'rules' | 'search' | 'text';
  /** The plugin that did it, with its version; null when it is not known. */
  engine: string | null;
  status: StepStatus;
  pagesDone: number | null;
  pagesTotal: number | null;
  startedAt: Date | null;
  /** How long it took, or takes so far. */
  ms: number | null;
  /** A sentence for users: why the step failed, is partial or waits. */
  reason: string | null;
  /** When a service that is away is asked again. */
  retryAt: Date | null;
}

/** Counts of the pages that are stored. */
export interface PageCounts {
  all: number;
  recognized: number;
}

const NOTHING = {
  engine: null,
  pagesDone: null,
  pagesTotal: null,
  startedAt: null,
  ms: null,
  reason: null,
  retryAt: null,
};
const FAILED = new Set(['corrupt', 'crashed', 'encrypted', 'failed', 'timeout', 'too-large']);
const SKIPPED = new Set(['insufficient', 'unsupported']);

/** The steps of the last processing, in their order. A step that the document does not need is left out. */
export function processingSteps(reading: DocumentReading, pages: PageCounts, now: Date): ProcessingStep[] {
  const received = {
    ...NOTHING,
    step: 'received' as const,
    status: 'completed' as const,
    startedAt: reading.createdAt,
  };
  const ocr = ocrStep(reading, pages, now);
  return [received, textStep(reading, pages, now), ...(ocr ? [ocr] : []), searchStep(reading, now), rulesStep(reading)];
}

function textStep(reading: DocumentReading, pages: PageCounts, now: Date): ProcessingStep {
  const { status, steps, reason, provider, nextAttemptAt } = reading;
  const hasMoved = steps?.ocr !== undefined && status !== 'pending';
  const timed = timesOf(steps?.text, now, status);
  const fields = { ...NOTHING, step: 'text' as const, ...timed, engine: steps?.text?.engine ?? null };
  if (status === 'completed')
    return {
      ...fields,
      engine: fields.engine ?? provider,
      // The reading ended with the recognition of pages, if there was one.
      ...(steps?.ocr ? { status: 'completed' } : { status: endOf(reading), reason }),
      ...countOf(pages.all),
    };
  if (hasMoved) return { ...fields, status: 'completed' };
  if (status === 'waiting') return { ...fields, status, reason, retryAt: nextAttemptAt };
  return { ...fields, ...(status === 'pending' ? PENDING : progressOf(reading)), status };
}

const PENDING = { startedAt: null, ms: null, engine: null };

/** Undefined when no page was recognized, or is about to be. */
function ocrStep(reading: DocumentReading, pages: PageCounts, now: Date): ProcessingStep | undefined {
  const { status, steps } = reading;
  const isKnown = steps?.ocr !== undefined && status !== 'pending';
  if (!isKnown && (status !== 'completed' || pages.recognized === 0)) return undefined;
  const timed = timesOf(steps?.ocr, now, status);
  const fields = { ...NOTHING, step: 'ocr' as const, ...timed, engine: steps?.ocr?.engine ?? null };
  if (status !== 'completed' && fields.startedAt === null) return { ...fields, status: 'pending' };
  if (status !== 'completed') return { ...fields, ...progressOf(reading), status: 'running' };
  return {
    ...fields,
    status: endOf(reading),
    reason: steps?.ocr ? reading.reason : null,
    ...countOf(pages.recognized),
  };
}

function countOf(pages: number): { pagesDone?: number; pagesTotal?: number } {
  return pages === 0 ? {} : { pagesDone: pages, pagesTotal: pages };
}

function searchStep(reading: DocumentReading, now: Date): ProcessingStep {
  const { status, steps, isTrashed, hasContent, isContentFullyIndexed } = reading;
  const fields = { ...NOTHING, step: 'search' as const };
  if (status !== 'completed') return { ...fields, status: 'pending' };
  if (isTrashed) return { ...fields, status: 'skipped', reason: 'Documents in the trash are not in the search index.' };
  const timed = hasContent ? { ...fields, ...timesOf(steps?.search, now, status) } : fields;
  if (isContentFullyIndexed) return { ...timed, status: 'completed' };
  return {
    ...timed,
    status: 'partial',
    reason: 'The text has more different words than the search index keeps of one document.',
  };
}

function rulesStep({ status }: DocumentReading): ProcessingStep {
  return { ...NOTHING, step: 'rules', status: status === 'completed' ? 'completed' : 'pending' };
}

function endOf({ outcome, steps }: DocumentReading): StepStatus {
  if (FAILED.has(outcome ?? '')) return 'failed';
  if (SKIPPED.has(outcome ?? '')) return 'skipped';
  return steps?.isTruncated === true ? 'partial' : 'completed';
}

function progressOf({ progress }: DocumentReading): { pagesDone: number | null; pagesTotal: number | null } {
  return { pagesDone: progress?.done ?? null, pagesTotal: progress?.total ?? null };
}

function timesOf(
  step: ExtractionStep | undefined,
  now: Date,
  status: DocumentReading['status'],
): { startedAt: Date | null; ms: number | null } {
  const startedAt = dateOf(step?.startedAt);
  const endedAt = dateOf(step?.endedAt) ?? (status === 'completed' ? null : now);
  const ms = startedAt && endedAt ? Math.max(0, endedAt.getTime() - startedAt.getTime()) : null;
  return { startedAt, ms };
}

function dateOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}
