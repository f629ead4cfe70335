import type { DocumentPage, ProcessingStep } from '#libs/document-pages';
import type { DateTime, Integer } from '#libs/http-kit';

export class PageView {
  /** Counted from 1. */
  page!: Integer;
  /** As a viewer shows the page, in any unit: only the ratio matters. Null when it is not known. */
  width!: number | null;
  height!: number | null;
  /** `ocr`: all of the text, or a part of it, was recognized. */
  source!: DocumentPage['source'];
  /** Of recognized text, 0 to 100. */
  confidence!: number | null;
  /** The plugin that read or recognized the page, with its version; null when it is not known. */
  engine!: string | null;
  /** Whether it is known where the words are. */
  hasWords!: boolean;
}

export class PagesView {
  pages!: PageView[];
}

export class PageWordView {
  text!: string;
  /** Left, top, width and height, 0 to 1 of the page. */
  box!: number[];
  /** Of a recognized word, 0 to 100; null of one that stands in the file, and when it is not known. */
  confidence!: number | null;
}

export class PageWordsView {
  /** In the order of the text. */
  words!: PageWordView[];
}

export class HitView {
  /** Counted from 1; null when the text has no pages. */
  page!: Integer | null;
  /** Offset into the content of the document, in UTF-16 units. */
  start!: Integer;
  /** UTF-16 units. */
  length!: Integer;
  /** Left, top, width and height of each word, 0 to 1 of the page; empty when it is not known where they are. */
  boxes!: number[][];
}

export class HitsView {
  /** In the order of the text, at most 1,000. */
  hits!: HitView[];
  /** False: there are more, or the text was too long to be searched to its end. */
  isComplete!: boolean;
}

export class ProcessingStepView {
  step!: ProcessingStep['step'];
  /** The plugin that did it, with its version; null when it is not known. */
  engine!: string | null;
  status!: ProcessingStep['status'];
  pagesDone!: Integer | null;
  pagesTotal!: Integer | null;
  startedAt!: DateTime | null;
  /** How long it took, or takes so far. */
  ms!: Integer | null;
  /** Why it failed, was skipped, is partial or waits, in one sentence. */
  reason!: string | null;
  /** When a service that is away is asked again. */
  retryAt!: DateTime | null;
}

export class ProcessingView {
  /** In their order: `received`, `text`, `ocr` when pages are recognized, `search`, `rules`. More may follow. */
  steps!: ProcessingStepView[];
}

export function processingView(steps: readonly ProcessingStep[]): ProcessingView {
  return {
    steps: steps.map((step) => ({
      ...step,
      startedAt: step.startedAt?.toISOString() ?? null,
      retryAt: step.retryAt?.toISOString() ?? null,
    })),
  };
}
