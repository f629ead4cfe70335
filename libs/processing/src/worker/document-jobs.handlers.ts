import {
  ProcessDocument,
  RecognizeDocument,
  ReprocessDocuments,
  ReprocessMany,
  type ProcessDocumentData,
  type ReprocessManyData,
} from '#libs/documents';
import { ExtractionService } from '#libs/extraction';
import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { DocumentProcessor } from './process-document.js';

@HandlesJob(ProcessDocument)
export class ProcessDocumentHandler implements JobHandler<ProcessDocumentData> {
  constructor(private readonly processor: DocumentProcessor) {}

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    await this.processor.execute(job, { lane: 'quick' });
  }
}

@HandlesJob(RecognizeDocument)
export class RecognizeDocumentHandler implements JobHandler<ProcessDocumentData> {
  readonly concurrency: number;

  constructor(
    private readonly processor: DocumentProcessor,
    extraction: ExtractionService,
  ) {
    // One more than run at a time: a document leaves its place only when another one is seen to wait.
    this.concurrency = extraction.ocrConcurrency + 1;
  }

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    await this.processor.execute(job, { lane: 'ocr' });
  }
}

@HandlesJob(ReprocessMany)
export class ReprocessManyHandler implements JobHandler<ReprocessManyData> {
  constructor(private readonly reprocessDocuments: ReprocessDocuments) {}

  handle(job: Job<ReprocessManyData>): Promise<void> {
    return this.reprocessDocuments.execute(job);
  }
}
