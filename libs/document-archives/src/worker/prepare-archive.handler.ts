import { PrepareArchive, PrepareArchiveFile, type PrepareArchiveData } from '#libs/document-archives';
import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';

@HandlesJob(PrepareArchive)
export class PrepareArchiveHandler implements JobHandler<PrepareArchiveData> {
  constructor(private readonly archives: PrepareArchiveFile) {}

  handle(job: Job<PrepareArchiveData>): Promise<void> {
    return this.archives.execute(job);
  }
}
