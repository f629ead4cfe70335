import { UnitOfWork } from '#libs/database';
import { RecognizeDocument, type ProcessDocumentData } from '#libs/documents';
import { ExtractionService } from '#libs/extraction';
import { HandlesJob, JobQueue, type Job, type JobHandler } from '#libs/jobs';
import { ReadDocumentText } from './read-document-text.js';

/** Reads a scan. One that gave its place to others asks for its next turn, behind those that wait already. */
@HandlesJob(RecognizeDocument)
export class RecognizeDocumentHandler implements JobHandler<ProcessDocumentData> {
  readonly concurrency: number;

  constructor(
    private readonly readDocumentText: ReadDocumentText,
    extraction: ExtractionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
  ) {
    // One more than are read at a time: a document only gives up its place when it is seen that another one waits.
    this.concurrency = extraction.ocrConcurrency + 1;
  }

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    const end = await this.readDocumentText.execute(job, 'ocr');
    if (end === 'done') return;
    const { inVain, spentMs } = end.nextTurn;
    const data = { ...job.data, turn: { inVain, spentMs } };
    await this.unitOfWork.run((tx) => this.jobs.enqueue(tx, RecognizeDocument, data));
  }
}
