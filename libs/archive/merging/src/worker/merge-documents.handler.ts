import { MergeDocuments, MergeIntoDocument, type MergeDocumentsData } from '#archive/merging';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';

@HandlesJob(MergeDocuments)
export class MergeDocumentsHandler implements JobHandler<MergeDocumentsData> {
  constructor(private readonly merging: MergeIntoDocument) {}

  async handle({ data, signal }: Job<MergeDocumentsData>): Promise<void> {
    await this.merging.execute(data, signal);
  }
}
