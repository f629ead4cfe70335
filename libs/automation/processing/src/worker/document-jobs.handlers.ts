import { ProcessDocument, RecognizeDocument, type ProcessDocumentData } from '#archive/documents';
import type { Transaction } from '#ground/database';
import { ExtractionService } from '#capabilities/extraction';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { ProcessDocuments } from './process-documents.js';

/** A transaction that writes them takes some tens of milliseconds. */
const MOST_TOGETHER = 16;

@HandlesJob(ProcessDocument)
export class ProcessDocumentHandler implements JobHandler<ProcessDocumentData> {
  constructor(private readonly processor: ProcessDocuments) {}

  /** Texts that arrive while others are read wait for each other, and are then saved together. */
  placesOf(): number {
    return 1;
  }

  mostTogether(): number {
    return MOST_TOGETHER;
  }

  handleAll(jobs: readonly Job<ProcessDocumentData>[], complete: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.processor.executeShortTexts(jobs, complete);
  }

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    await this.processor.execute(job, { lane: 'quick' });
  }
}

@HandlesJob(RecognizeDocument)
export class RecognizeDocumentHandler implements JobHandler<ProcessDocumentData> {
  readonly concurrency: number;

  constructor(
    private readonly processor: ProcessDocuments,
    extraction: ExtractionService,
  ) {
    // One job more is fetched than run at a time: a document leaves its place only when another one is seen to wait.
    this.concurrency = extraction.ocrConcurrency + 1;
  }

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    await this.processor.execute(job, { lane: 'ocr' });
  }
}
