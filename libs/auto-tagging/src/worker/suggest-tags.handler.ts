import { AutoTaggerInUse, SuggestDocumentTags, SuggestTags, type SuggestTagsData } from '#libs/auto-tagging';
import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';

@HandlesJob(SuggestDocumentTags)
export class SuggestTagsHandler implements JobHandler<SuggestTagsData> {
  readonly concurrency: number;

  constructor(
    private readonly suggestTags: SuggestTags,
    tagger: AutoTaggerInUse,
  ) {
    this.concurrency = tagger.concurrency;
  }

  handle({ data, signal }: Job<SuggestTagsData>): Promise<void> {
    return this.suggestTags.execute(data, signal);
  }
}
