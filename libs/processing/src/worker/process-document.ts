import { Injectable } from '@nestjs/common';
import { RequestSuggestions } from '#libs/auto-tagging';
import { UnitOfWork, type Transaction } from '#libs/database';
import { DocumentContent, RecognizeDocument, type DocumentToExtract, type ProcessDocumentData } from '#libs/documents';
import {
  ExtractionService,
  firstTurn,
  makeExtraction,
  remarksOf,
  type Extraction,
  type ExtractionLane,
} from '#libs/extraction';
import { JobQueue, type Job } from '#libs/jobs';
import { systemContext, type OrganizationContext } from '#libs/kernel';
import { SearchService } from '#libs/search';
import { FileStore, StoredFileMissing } from '#libs/storage';
import { ApplyRulesToDocument } from '#libs/tagging-rules';
import { Tasks } from '#libs/tasks';

const DOCUMENT_IS_GONE = 'The document was removed before it was read.';

/** What happens to a document after its upload, after its return from the trash, and when it is processed again. */
@Injectable()
export class DocumentProcessor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly content: DocumentContent,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
    private readonly search: SearchService,
    private readonly rules: ApplyRulesToDocument,
    private readonly suggestions: RequestSuggestions,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Extracts the text of the file, saves it, applies the tagging rules, and asks for suggested tags. Whatever the file holds, the job succeeds and
   * the document shows how the extraction ended; only faults of the installation make the job fail, and it is retried.
   */
  async execute(job: Job<ProcessDocumentData>, lane: ExtractionLane): Promise<void> {
    const { organizationId, documentId, reason, taskId } = job.data;
    const ctx = systemContext(organizationId, 'extraction');
    // A restored document keeps its content, but there may be new rules.
    if (reason === 'restore' && (await this.content.isExtracted(ctx, documentId))) {
      await this.unitOfWork.run((tx) => this.rules.execute(tx, ctx, documentId));
      return;
    }

    if (taskId !== undefined) await this.tasks.start(ctx, taskId, { total: 1 });
    const document = await this.content.begin(ctx, documentId);
    const extraction = document && (await this.#extract(ctx, document, job, lane));
    if (extraction?.outcome === 'needs-ocr-lane' || extraction?.outcome === 'yielded') {
      return this.#enqueueNextTurn(job.data, lane, extraction);
    }

    const text = extraction?.text ?? '';
    const prepared = text === '' ? undefined : await this.search.prepareContent(organizationId, text);
    const isSaved = await this.unitOfWork.run(async (tx) => {
      const replace = reason === 'reprocess';
      if (!extraction || !(await this.content.save(tx, ctx, documentId, { extraction, prepared, replace }))) {
        if (taskId !== undefined) await this.tasks.cancel(tx, ctx, taskId, DOCUMENT_IS_GONE);
        return false;
      }
      await this.rules.execute(tx, ctx, documentId);
      await this.suggestions.execute(tx, ctx, documentId);
      if (taskId !== undefined) await this.#endTask(tx, ctx, taskId, extraction);
      return true;
    });
    if (!isSaved) await this.extraction.forget(documentId);
  }

  async #extract(
    ctx: OrganizationContext,
    document: DocumentToExtract,
    { data, signal, isLastAttempt }: Job<ProcessDocumentData>,
    lane: ExtractionLane,
  ): Promise<Extraction> {
    const { storageKey, fileName, mimeType, ocrLanguages } = document;
    const turn = { ...firstTurn(data.documentId), ...data.turn };
    try {
      const extraction = await this.extraction.extract(
        { open: () => this.files.read(storageKey), fileName, declaredType: mimeType },
        { languages: ocrLanguages, lane, signal, owner: ctx.organizationId, turn },
      );
      if (extraction.outcome === 'cancelled') throw new Error('the extraction was cancelled');
      return extraction;
    } catch (error) {
      // The last attempt always leaves an outcome, or the document would stay `running`. An attempt that ends because
      // the server stops is not counted.
      if (signal.aborted || (!isLastAttempt && !StoredFileMissing.matches(error))) throw error;
      return makeExtraction('failed', { reason: `It could not be read: ${(error as Error).message}` });
    }
  }

  /** In the quick lane a document starts over, in the lane for OCR it continues where it stopped. */
  async #enqueueNextTurn(data: ProcessDocumentData, lane: ExtractionLane, { nextTurn }: Extraction): Promise<void> {
    const isContinued = lane === 'ocr' && nextTurn !== undefined;
    const turn = isContinued && { turn: { turnsWithoutPages: nextTurn.turnsWithoutPages, spentMs: nextTurn.spentMs } };
    await this.unitOfWork.run((tx) => this.jobs.enqueue(tx, RecognizeDocument, { ...data, ...turn }));
  }

  /** A file without text is a success: only faults of the server fail the task. */
  async #endTask(tx: Transaction, ctx: OrganizationContext, taskId: string, extraction: Extraction): Promise<void> {
    const { outcome, provider } = extraction;
    const reason = remarksOf(extraction);
    if (outcome === 'failed') return this.tasks.fail(tx, ctx, taskId, reason ?? 'The document could not be read.');
    await this.tasks.complete(tx, ctx, taskId, { processed: 1, result: { outcome, reason, provider } });
  }
}
