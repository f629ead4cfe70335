import { ProcessDocument, RecognizeDocument, type ProcessDocumentData } from '#libs/documents';
import { UnitOfWork } from '#libs/database';
import { HandlesJob, JobQueue, type Job, type JobHandler } from '#libs/jobs';
import { ReadDocumentText } from './read-document-text.js';

/** What happens to a document after its upload: it is read; a scan is handed over to those who recognise. */
@HandlesJob(ProcessDocument)
export class ProcessDocumentHandler implements JobHandler<ProcessDocumentData> {
  constructor(
    private readonly readDocumentText: ReadDocumentText,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
  ) {}

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    const end = await this.readDocumentText.execute(job, 'quick');
    if (end === 'needs-ocr-lane') {
      await this.unitOfWork.run((tx) => this.jobs.enqueue(tx, RecognizeDocument, job.data));
    }
  }
}
