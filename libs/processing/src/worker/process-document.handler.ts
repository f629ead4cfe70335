import {
  DocumentNotFound,
  ProcessDocument,
  ReadDocument,
  RecognizeDocument,
  type ProcessDocumentData,
} from '#libs/documents';
import { UnitOfWork } from '#libs/database';
import { HandlesJob, JobQueue, type Job, type JobHandler } from '#libs/jobs';
import { ApplyRulesToDocument } from '#libs/tagging-rules';
import { ReadDocumentText } from './read-document-text.js';

/**
 * What happens to a document after its upload: it is read, a scan is handed over to those who recognise, and the tagging
 * rules are applied. One that came back from the trash keeps the text it has.
 */
@HandlesJob(ProcessDocument)
export class ProcessDocumentHandler implements JobHandler<ProcessDocumentData> {
  constructor(
    private readonly readDocument: ReadDocument,
    private readonly readDocumentText: ReadDocumentText,
    private readonly rules: ApplyRulesToDocument,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
  ) {}

  async handle(job: Job<ProcessDocumentData>): Promise<void> {
    const { organizationId, documentId, reason } = job.data;
    if (reason === 'restore' && (await this.#hasBeenRead(organizationId, documentId))) {
      await this.unitOfWork.run((tx) => this.rules.execute(tx, organizationId, documentId));
      return;
    }
    const end = await this.readDocumentText.execute(job, 'quick');
    if (end !== 'done') await this.unitOfWork.run((tx) => this.jobs.enqueue(tx, RecognizeDocument, job.data));
  }

  async #hasBeenRead(organizationId: string, documentId: string): Promise<boolean> {
    try {
      const { extractionStatus } = await this.readDocument.details({ organizationId }, documentId);
      return extractionStatus === 'completed';
    } catch (error) {
      if (DocumentNotFound.matches(error)) return false; // purged meanwhile, which reading finds out too
      throw error;
    }
  }
}
