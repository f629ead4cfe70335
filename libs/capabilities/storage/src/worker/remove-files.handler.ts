import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { FileStore, RemoveFiles } from '#capabilities/storage';

@HandlesJob(RemoveFiles)
export class RemoveFilesHandler implements JobHandler<{ storageKeys: string[] }> {
  constructor(private readonly files: FileStore) {}

  handle(job: Job<{ storageKeys: string[] }>): Promise<void> {
    return this.files.remove(job.data.storageKeys);
  }
}
