import { PermanentPluginError } from '@archivolt/plugin-kit';
import { isFileGone, SplitDocument, SplitIntoDocuments, type SplitDocumentData } from '#archive/splitting';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';

@HandlesJob(SplitDocument)
export class SplitDocumentHandler implements JobHandler<SplitDocumentData> {
  constructor(private readonly splitting: SplitIntoDocuments) {}

  async handle({ data, signal }: Job<SplitDocumentData>): Promise<void> {
    try {
      await this.splitting.execute(data, signal);
    } catch (error) {
      if (isFileGone(error)) throw new PermanentPluginError((error as Error).message, { cause: error });
      throw error;
    }
  }
}
