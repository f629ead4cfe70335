import { RecognizeDocument, type ProcessDocumentData } from '#libs/documents';
import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { ReadDocumentText } from './read-document-text.js';

@HandlesJob(RecognizeDocument)
export class RecognizeDocumentHandler implements JobHandler<ProcessDocumentData> {
  constructor(private readonly readDocumentText: ReadDocumentText) {}

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    await this.readDocumentText.execute(job, 'ocr');
  }
}
