import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { MergeTags, MergeTagsJob, type MergeTagsData } from '#libs/tagging-rules';

@HandlesJob(MergeTagsJob)
export class MergeTagsHandler implements JobHandler<MergeTagsData> {
  constructor(private readonly mergeTags: MergeTags) {}

  handle(job: Job<MergeTagsData>): Promise<void> {
    return this.mergeTags.execute(job);
  }
}
