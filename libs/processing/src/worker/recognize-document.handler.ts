import { RecognizeDocument, type ProcessDocumentData } from '#libs/documents';
import { ExtractionService } from '#libs/extraction';
import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { ReadDocumentText } from './read-document-text.js';

@HandlesJob(RecognizeDocument)
export class RecognizeDocumentHandler implements JobHandler<ProcessDocumentData> {
  readonly concurrency: number;

  constructor(
    private readonly readDocumentText: ReadDocumentText,
    extraction: ExtractionService,
  ) {
    this.concurrency = extraction.ocrConcurrency;
  }

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    await this.readDocumentText.execute(job, 'ocr');
  }
}
