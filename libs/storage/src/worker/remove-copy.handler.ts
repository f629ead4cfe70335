import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { RemoveCopy, StoredCopies } from '#libs/storage';

@HandlesJob(RemoveCopy)
export class RemoveCopyHandler implements JobHandler<{ copyId: string }> {
  constructor(private readonly copies: StoredCopies) {}

  handle(job: Job<{ copyId: string }>): Promise<void> {
    return this.copies.remove(job.data.copyId);
  }
}
