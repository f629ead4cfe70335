import { FindDocumentCodes, ReadDocumentCodes, type ReadDocumentCodesData } from '#automation/document-codes';
import { StoredFileDamaged, StoredFileMissing } from '#capabilities/storage';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';

@HandlesJob(ReadDocumentCodes)
export class ReadDocumentCodesHandler implements JobHandler<ReadDocumentCodesData> {
  constructor(private readonly codes: FindDocumentCodes) {}

  async handle({ data, signal }: Job<ReadDocumentCodesData>): Promise<void> {
    try {
      await this.codes.execute(data, signal);
    } catch (error) {
      // Another attempt would end the same way; the check of the files reports it.
      if (!StoredFileMissing.matches(error) && !StoredFileDamaged.matches(error)) throw error;
    }
  }
}
