import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import {
  DocumentContent,
  ExtractRemotely,
  PartialReadings,
  ProcessDocument,
  RecognizeDocument,
  Thumbnails,
  type ProcessDocumentData,
} from '#archive/documents';
import { ExtractionService, UNKNOWN_TYPE, type Extraction } from '#capabilities/extraction';
import { JobQueue, type Job } from '#ground/jobs';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { ApplyRulesToDocument } from '#automation/tagging-rules';
import { Tasks } from '#archive/tasks';
import { ReadFile, stepOf, STEPS, type LaneOptions } from './read-file.js';
import { ReadShortTexts } from './read-short-texts.js';
import { SaveReadings } from './save-readings.js';

/** What happens to documents after their upload, after their return from the trash, and when they are processed again. */
@Injectable()
export class ProcessDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly content: DocumentContent,
    private readonly file: ReadFile,
    private readonly shortTexts: ReadShortTexts,
    private readonly save: SaveReadings,
    private readonly rules: ApplyRulesToDocument,
    private readonly extraction: ExtractionService,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
    private readonly partialReadings: PartialReadings,
    private readonly thumbnails: Thumbnails,
  ) {}

  /**
   * Reads the file of a document, saves what it says, and does what follows from it. When it was here before, rules set
   * only what it does not have: people may have corrected the rest. Whatever the file holds, the job succeeds and the
   * document shows how the extraction ended; only faults of the installation make the job fail, and it is retried.
   * In the lane for services, `TransientPluginError` means that the service is away. Returns what the plugins made of the
   * file; `undefined` when none was asked.
   */
  async execute(job: Job<ProcessDocumentData>, lane: LaneOptions): Promise<Extraction | undefined> {
    const { organizationId, documentId, taskId } = job.data;
    const ctx = systemContext(organizationId, 'extraction');
    if (await this.#isReadAlready(ctx, job.data, lane)) return undefined;
    if (taskId !== undefined) await this.tasks.start(ctx, taskId, { total: 1 });
    const read = await this.file.execute(ctx, job, lane);
    if (read.kind === 'moved') {
      await this.#enqueueNextTurn(job.data, lane, read.extraction);
      return read.extraction;
    }
    const isThere = await this.unitOfWork.run(async (tx) => {
      if (read.kind === 'read') return (await this.save.execute(tx, ctx, [read.reading])).has(documentId);
      await this.save.cancelTask(tx, ctx, taskId);
      return false;
    });
    if (!isThere) await this.extraction.forget(documentId);
    return read.kind === 'read' ? read.reading.extraction : undefined;
  }

  /**
   * The same for new short texts of one organization, in one transaction, which `complete` ends the jobs in. Files that
   * need the sandbox get another job. Throws when any document cannot be saved, and then nothing is.
   */
  async executeShortTexts(
    jobs: readonly Job<ProcessDocumentData>[],
    complete: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const [first] = jobs;
    if (!first) return;
    const { organizationId } = first.data;
    const ctx = systemContext(organizationId, 'extraction');
    const documentIds = jobs.map(({ data }) => data.documentId);
    const { readings, others } = await this.shortTexts.execute(ctx, documentIds);
    first.signal.throwIfAborted();
    await this.unitOfWork.run(async (tx) => {
      await this.save.execute(tx, ctx, readings);
      const left = others.map((documentId) => ({ organizationId, documentId, reason: 'upload' as const }));
      await this.jobs.enqueueAll(tx, ProcessDocument, left);
      await complete(tx);
    });
  }

  /** Ends the work on a document that can wait no longer: it is gone, or another job has read it. */
  async abandon({ organizationId, documentId, taskId }: ProcessDocumentData): Promise<void> {
    const ctx = systemContext(organizationId, 'extraction');
    if (taskId !== undefined)
      await this.unitOfWork.run((tx) =>
        this.tasks.cancel(tx, ctx, taskId, 'The document was removed or read meanwhile.'),
      );
    await this.extraction.forget(documentId);
  }

  /**
   * A restored document keeps its content, but there may be new rules. While a document waits for a service, or to be read
   * again, another job may read it.
   */
  async #isReadAlready(
    ctx: OrganizationContext,
    { documentId, reason }: ProcessDocumentData,
    { lane }: LaneOptions,
  ): Promise<boolean> {
    if (reason === 'reread') return !(await this.partialReadings.isQueued(documentId));
    const mayBeRead = reason === 'restore' || (reason === 'upload' && lane === 'remote');
    if (!mayBeRead || !(await this.content.isExtracted(ctx, documentId))) return false;
    await this.unitOfWork.run((tx) => this.rules.execute(tx, ctx, [documentId], { onlyEmpty: true }));
    return true;
  }

  /**
   * In another lane the document continues with the next plugin. A document that leaves the quick lane because it takes
   * long starts over; in the lane for OCR it continues where it stopped.
   */
  async #enqueueNextTurn(data: ProcessDocumentData, current: LaneOptions, extraction: Extraction): Promise<void> {
    const { outcome, nextTurn, remotePlugin, hasFallback } = extraction;
    const detectedType = extraction.detectedType === UNKNOWN_TYPE ? undefined : extraction.detectedType;
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
      if (current.lane === 'quick') await this.thumbnails.request(tx, ctx, [{ documentId, detectedType }]);
      const remote = { plugin: remotePlugin ?? '', ...(hasFallback === true && { hasFallback }) };
      if (remotePlugin !== undefined) await this.jobs.enqueue(tx, ExtractRemotely, { ...next, ...remote });
      else await this.jobs.enqueue(tx, job, next);
      // A scan that only leaves its place to others for a moment keeps the status that it has.
      if (step !== stepOf(current)) await this.content.moveTo(tx, ctx, documentId, { from: stepOf(current), step });
    });
  }
}
