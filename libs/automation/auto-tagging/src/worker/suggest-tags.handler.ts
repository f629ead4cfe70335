import { PermanentPluginError, TransientPluginError } from '@archivolt/plugin-kit';
import { AutoTaggerInUse, SuggestDocumentTags, SuggestTags, type SuggestTagsData } from '#automation/auto-tagging';
import { HandlesJob, PostponedJob, type Job, type JobHandler } from '#ground/jobs';
import { Clock } from '#ground/kernel';

/** Before further calls for a document that took too long: a service that hangs looks the same. */
const PAUSES_AFTER_TIMEOUTS_MS = [600_000, 3_600_000];

@HandlesJob(SuggestDocumentTags)
export class SuggestTagsHandler implements JobHandler<SuggestTagsData> {
  readonly concurrency: number;

  constructor(
    private readonly suggestTags: SuggestTags,
    private readonly clock: Clock,
    tagger: AutoTaggerInUse,
  ) {
    this.concurrency = tagger.concurrency;
  }

  async handle({ data, signal }: Job<SuggestTagsData>): Promise<void> {
    try {
      await this.suggestTags.execute(data, signal);
    } catch (error) {
      if (!(error instanceof TransientPluginError) || !error.isTimeout || signal.aborted) throw error;
      const { timeouts = 0 } = data;
      const pause = PAUSES_AFTER_TIMEOUTS_MS[timeouts];
      if (pause === undefined)
        throw new PermanentPluginError(`${error.message} (${timeouts + 1} attempts took too long)`, { cause: error });
      throw new PostponedJob(new Date(this.clock.now().getTime() + pause), { timeouts: timeouts + 1 });
    }
  }
}
