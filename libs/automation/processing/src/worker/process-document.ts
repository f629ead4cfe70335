import { Injectable } from '@nestjs/common';
import { TransientPluginError } from '@archivolt/plugin-kit';
import { RequestSuggestions } from '#automation/auto-tagging';
import { UnitOfWork, type Transaction } from '#ground/database';
import {
  DocumentPages,
  DocumentContent,
  ExtractRemotely,
  groupOf,
  PartialReadings,
  ProcessDocument,
  RecognizeDocument,
  type DocumentToExtract,
  type ExtractionSteps,
  type ProcessDocumentData,
  Thumbnails,
} from '#archive/documents';
import {
  ExtractionService,
  firstTurn,
  isMoved,
  makeExtraction,
  InstalledReaders,
  remarksOf,
  UNKNOWN_TYPE,
  UNREAD_OUTCOMES,
  type Extraction,
  type ExtractionLane,
  type ExtractionOptions,
} from '#capabilities/extraction';
import { JobQueue, type Job } from '#ground/jobs';
import { Clock, systemContext, type OrganizationContext } from '#ground/kernel';
import { SearchService } from '#capabilities/search';
import { FileStore, StoredFileMissing } from '#capabilities/storage';
import { ApplyRulesToDocument } from '#automation/tagging-rules';
import { Tasks } from '#archive/tasks';
import { ProgressReports } from './progress-reports.js';

const DOCUMENT_IS_GONE = 'The document was removed before it was read.';

/** The lane of the job; the one for services says which plugin is next. */
export type LaneOptions = Pick<ExtractionOptions, 'lane' | 'remote'>;

/** What the progress of a document calls the lanes in this process. */
const STEPS = { quick: 'extraction', ocr: 'ocr', remote: 'extraction' } as const satisfies Record<
  ExtractionLane,
  string
>;

const stepOf = ({ lane, remote }: LaneOptions): string => remote?.plugin ?? STEPS[lane];

/** What is known of the steps when the file was read, and its text is about to be prepared for the search. */
function stepsOf(
  { lane }: LaneOptions,
  { provider, providerVersion, ocrEngine, truncated, engine: model }: Extraction,
  now: string,
): ExtractionSteps {
  const names = [provider, providerVersion, model === undefined ? null : `(${model})`];
  const engine = provider !== null && { engine: names.filter(Boolean).join(' ') };
  const isRecognition = lane === 'ocr';
  return {
    text: { ...engine, ...(!isRecognition && { endedAt: now }) },
    ...(isRecognition && { ocr: { endedAt: now, ...(ocrEngine !== undefined && { engine: ocrEngine }) } }),
    search: { startedAt: now },
    isTruncated: truncated,
  };
}

/** What happens to a document after its upload, after its return from the trash, and when it is processed again. */
@Injectable()
export class DocumentProcessor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly content: DocumentContent,
    private readonly pages: DocumentPages,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
    private readonly readers: InstalledReaders,
    private readonly search: SearchService,
    private readonly rules: ApplyRulesToDocument,
    private readonly suggestions: RequestSuggestions,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
    private readonly progress: ProgressReports,
    private readonly partialReadings: PartialReadings,
    private readonly thumbnails: Thumbnails,
    private readonly clock: Clock,
  ) {}

  /**
   * Extracts the text of the file, saves it, applies the tagging rules, and asks for suggested tags. When it was here
   * before, rules set only what it does not have: people may have corrected the rest. Whatever the file
   * holds, the job succeeds and the document shows how the extraction ended; only faults of the installation make the
   * job fail, and it is retried.
   * In the lane for services, `TransientPluginError` means that the service is away. Returns what the plugins made of the
   * file; `undefined` when none was asked.
   */
  async execute(job: Job<ProcessDocumentData>, lane: LaneOptions): Promise<Extraction | undefined> {
    const { organizationId, documentId, reason, taskId, contentHash, rereading } = job.data;
    const ctx = systemContext(organizationId, 'extraction');
    // A restored document keeps its content, but there may be new rules. While a document waits for a service, another
    // job may read it.
    const mayBeRead = reason === 'restore' || (reason === 'upload' && lane.lane === 'remote');
    if (mayBeRead && (await this.content.isExtracted(ctx, documentId))) {
      await this.unitOfWork.run((tx) => this.rules.execute(tx, ctx, documentId, { onlyEmpty: true }));
      return undefined;
    }
    if (reason === 'reread' && !(await this.partialReadings.isQueued(documentId))) return undefined;

    if (taskId !== undefined) await this.tasks.start(ctx, taskId, { total: 1 });
    const document = await this.content.begin(ctx, documentId, stepOf(lane));
    const extraction = document && (await this.#extract(ctx, document, job, lane));
    if (extraction && isMoved(extraction)) {
      await this.#enqueueNextTurn(job.data, lane, extraction);
      return extraction;
    }

    const text = extraction?.text ?? '';
    const steps = extraction && { ...stepsOf(lane, extraction, this.#now()), ...this.#unreadBy(document, extraction) };
    const prepared = text === '' ? undefined : await this.search.prepareContent(organizationId, text);
    if (steps && prepared) steps.search = { ...steps.search, endedAt: this.#now() };
    const isSaved = await this.unitOfWork.run(async (tx) => {
      const replace = reason === 'reprocess' || reason === 'reread';
      const onlyEmpty = reason !== 'upload';
      if (extraction) await this.rules.lock(tx, ctx, documentId);
      const reading = extraction && { extraction, contentHash, rereading, ...(steps && { steps }) };
      // A user who has a whole text read again does not want a part of it.
      const mayKeep =
        reason === 'reread' ||
        (reason === 'reprocess' && extraction?.outcome === 'text' && extraction.isCutShort === true);
      if (reading && mayKeep && (await this.content.keepBetter(tx, ctx, documentId, reading))) {
        if (taskId !== undefined) await this.#endTask(tx, ctx, taskId, extraction);
        return true;
      }
      if (!reading || !(await this.content.save(tx, ctx, documentId, { ...reading, prepared, replace }))) {
        if (taskId !== undefined) await this.tasks.cancel(tx, ctx, taskId, DOCUMENT_IS_GONE);
        return false;
      }
      // Without a text, the document keeps the one it has, and its pages.
      if (extraction.outcome === 'text') await this.pages.replace(tx, documentId, extraction.layouts);
      await this.#requestThumbnail(tx, ctx, documentId, lane, extraction);
      await this.rules.execute(tx, ctx, documentId, { onlyEmpty });
      await this.suggestions.execute(tx, ctx, documentId);
      if (taskId !== undefined) await this.#endTask(tx, ctx, taskId, extraction);
      return true;
    });
    if (!isSaved) await this.extraction.forget(documentId);
    return extraction;
  }

  /** For a document that can wait no longer: it is gone, or another job has read it. */
  async abandon({ organizationId, documentId, taskId }: ProcessDocumentData): Promise<void> {
    const ctx = systemContext(organizationId, 'extraction');
    if (taskId !== undefined)
      await this.unitOfWork.run((tx) =>
        this.tasks.cancel(tx, ctx, taskId, 'The document was removed or read meanwhile.'),
      );
    await this.extraction.forget(documentId);
  }

  #now(): string {
    return this.clock.now().toISOString();
  }

  /** What could read the file, if nothing did: another version may. */
  #unreadBy({ fileName, mimeType }: DocumentToExtract, { outcome, detectedType }: Extraction): ExtractionSteps {
    if (!UNREAD_OUTCOMES.includes(outcome)) return {};
    const readers = this.readers.of({ fileName, types: [detectedType, mimeType] });
    return { unread: { type: detectedType, readers } };
  }

  async #extract(
    ctx: OrganizationContext,
    document: DocumentToExtract,
    { data, signal, isLastAttempt }: Job<ProcessDocumentData>,
    lane: LaneOptions,
  ): Promise<Extraction> {
    const { storageKey, fileName, mimeType, ocrLanguages } = document;
    const patience = 2 ** (data.rereading ?? 0);
    const turn = { ...firstTurn(data.documentId), ...data.turn };
    const progress = this.progress.of(ctx, data.documentId, stepOf(lane));
    try {
      const extraction = await this.extraction.extract(
        { open: () => this.files.read(storageKey), fileName, declaredType: mimeType },
        { ...lane, languages: ocrLanguages, signal, owner: groupOf(data), turn, patience, onProgress: progress.report },
      );
      if (extraction.outcome === 'cancelled') throw new Error('the extraction was cancelled');
      return extraction;
    } catch (error) {
      if (lane.lane === 'remote' && error instanceof TransientPluginError) throw error;
      // The last attempt always leaves an outcome, or the document would stay `running`. An attempt that ends because
      // the server stops is not counted.
      if (signal.aborted || (!isLastAttempt && !StoredFileMissing.matches(error))) throw error;
      return makeExtraction('failed', { reason: `It could not be read: ${(error as Error).message}` });
    } finally {
      await progress.end();
    }
  }

  /**
   * In another lane the document continues with the next plugin. A document that leaves the quick lane because it takes
   * long starts over; in the lane for OCR it continues where it stopped.
   */
  async #enqueueNextTurn(data: ProcessDocumentData, current: LaneOptions, extraction: Extraction): Promise<void> {
    const { outcome, nextTurn, remotePlugin, hasFallback } = extraction;
    const { organizationId, documentId, reason, taskId, isBulk, contentHash, rereading } = data;
    const { turnsWithoutPages = 0, spentMs = 0, asked } = nextTurn ?? {};
    const turn = {
      ...(current.lane === 'ocr' && outcome === 'yielded' && { turnsWithoutPages, spentMs }),
      ...(asked && { asked }),
    };
    const next: ProcessDocumentData = {
      ...{ organizationId, documentId, reason },
      ...(taskId !== undefined && { taskId }),
      ...(isBulk === true && { isBulk }),
      ...(contentHash !== undefined && { contentHash }),
      ...(rereading !== undefined && { rereading }),
      ...(Object.keys(turn).length > 0 && { turn: { turnsWithoutPages: 0, spentMs: 0, ...turn } }),
    };
    const job = outcome === 'needs-quick-lane' ? ProcessDocument : RecognizeDocument;
    const step = remotePlugin ?? STEPS[outcome === 'needs-quick-lane' ? 'quick' : 'ocr'];
    await this.unitOfWork.run(async (tx) => {
      const ctx = systemContext(organizationId, 'extraction');
      await this.#requestThumbnail(tx, ctx, documentId, current, extraction);
      const remote = { plugin: remotePlugin ?? '', ...(hasFallback === true && { hasFallback }) };
      if (remotePlugin !== undefined) await this.jobs.enqueue(tx, ExtractRemotely, { ...next, ...remote });
      else await this.jobs.enqueue(tx, job, next);
      // A scan that only leaves its place to others for a moment keeps the status that it has.
      if (step !== stepOf(current)) await this.content.moveTo(tx, ctx, documentId, { from: stepOf(current), step });
    });
  }

  /** Once the quick lane is done with the document: a picture must not delay the text. */
  async #requestThumbnail(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { lane }: LaneOptions,
    { detectedType }: Extraction,
  ): Promise<void> {
    if (lane !== 'quick') return;
    await this.thumbnails.request(tx, ctx, documentId, detectedType === UNKNOWN_TYPE ? undefined : detectedType);
  }

  /** A file without text is a success: only faults of the server fail the task. */
  async #endTask(tx: Transaction, ctx: OrganizationContext, taskId: string, extraction: Extraction): Promise<void> {
    const { outcome, provider } = extraction;
    const reason = remarksOf(extraction);
    if (outcome === 'failed') return this.tasks.fail(tx, ctx, taskId, reason ?? 'The document could not be read.');
    await this.tasks.complete(tx, ctx, taskId, { processed: 1, result: { outcome, reason, provider } });
  }
}
