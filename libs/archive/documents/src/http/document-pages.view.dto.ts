import type { AttachmentNameView } from './document.view.dto.js';
import type { DocumentPage, ProcessingStep } from '#archive/documents';
import type { DateTime, Integer } from '#ground/http-kit';

export class PageView {
  /** Counted from 1. */
  page!: Integer;
  /** Width as a viewer shows the page, in any unit: only the ratio matters. Null when it is not known. */
  width!: number | null;
  height!: number | null;
  /** `ocr`: all of the text, or a part of it, was recognized. */
  source!: DocumentPage['source'];
  /** Confidence of recognized text, 0 to 100. */
  confidence!: number | null;
  /** The plugin that read or recognized the page, with its version; null when it is not known. */
  engine!: string | null;
  /** Whether it is known where the words are. */
  hasWords!: boolean;
  /** The file in the file of the document that it is a page of; null when it is one of the file itself. */
  attachment!: AttachmentNameView | null;
}

export class PagesView {
  pages!: PageView[];
}

export class PageWordView {
  text!: string;
  /** Left, top, width and height, 0 to 1 of the page. */
  box!: number[];
  /** Confidence of a recognized word, 0 to 100; null for a word of the file itself, and when it is not known. */
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
  /** The file in the file of the document that it is in; null when it is in the file itself. */
  attachment!: AttachmentNameView | null;
}

export class HitsView {
  /** In the order of the text, at most 1,000. */
  hits!: HitView[];
  /** False: there are more, or the text was too long to be searched to its end. */
  isComplete!: boolean;
}

export class AttachmentView {
  /** With the folders that it has in an archive; cleaned of what is not visible, at most 255 characters. */
  name!: string;
  /** The names of the files that it is in, the outermost first; empty when it is in the file of the document itself. */
  path!: string[];
  /** Media type; null when it is not known. */
  type!: string | null;
  /** Bytes; null when it was not unpacked. */
  size!: Integer | null;
  /** The outcome, as for documents. `too-many`, `too-deep`: it was not read, because of the limits of one document. */
  outcome!: string;
  /** Why it has no text, or what its text lacks, in one sentence. */
  reason!: string | null;
  /**
   * The page of the content of the document where its text begins, counted from 1; null when it has no text, and when a
   * person has written a content with more or fewer pages.
   */
  firstPage!: Integer | null;
  /** Pages of its text. */
  pagesCount!: Integer;
}

export class AttachmentsView {
  /** In their order, at most 1,000; each is followed by those in it. */
  attachments!: AttachmentView[];
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
  /** Whether the password of the file is kept for further readings; it can be removed. */
  isPasswordKept!: boolean;
}

export function processingView(steps: readonly ProcessingStep[], isPasswordKept: boolean): ProcessingView {
  return {
    isPasswordKept,
    steps: steps.map((step) => ({
      ...step,
      startedAt: step.startedAt?.toISOString() ?? null,
      retryAt: step.retryAt?.toISOString() ?? null,
    })),
  };
}
