import { RunBatch, RunBatchInChunks, type RunBatchData } from '#archive/batches';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';

@HandlesJob(RunBatch)
export class RunBatchHandler implements JobHandler<RunBatchData> {
  constructor(private readonly batches: RunBatchInChunks) {}

  handle(job: Job<RunBatchData>): Promise<void> {
    return this.batches.execute(job);
  }
}
