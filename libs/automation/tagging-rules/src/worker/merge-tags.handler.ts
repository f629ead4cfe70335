import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { MergeTags, MergeTagsJob, type MergeTagsData } from '#automation/tagging-rules';

@HandlesJob(MergeTagsJob)
export class MergeTagsHandler implements JobHandler<MergeTagsData> {
  constructor(private readonly mergeTags: MergeTags) {}

  handle(job: Job<MergeTagsData>): Promise<void> {
    return this.mergeTags.execute(job);
  }
}
