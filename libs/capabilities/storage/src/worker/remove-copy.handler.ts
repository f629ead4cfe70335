import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { RemoveCopy, StoredCopies } from '#capabilities/storage';

@HandlesJob(RemoveCopy)
export class RemoveCopyHandler implements JobHandler<{ copyId: string }> {
  constructor(private readonly copies: StoredCopies) {}

  handle(job: Job<{ copyId: string }>): Promise<void> {
    return this.copies.remove(job.data.copyId);
  }
}
