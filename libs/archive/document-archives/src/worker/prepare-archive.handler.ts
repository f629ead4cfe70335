import { PrepareArchive, PrepareArchiveFile, type PrepareArchiveData } from '#archive/document-archives';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';

@HandlesJob(PrepareArchive)
export class PrepareArchiveHandler implements JobHandler<PrepareArchiveData> {
  constructor(private readonly archives: PrepareArchiveFile) {}

  handle(job: Job<PrepareArchiveData>): Promise<void> {
    return this.archives.execute(job);
  }
}
