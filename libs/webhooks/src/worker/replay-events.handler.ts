import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { ReplayEvents, ReplayPastEvents, type ReplayEventsData } from '#libs/webhooks';

@HandlesJob(ReplayEvents)
export class ReplayEventsHandler implements JobHandler<ReplayEventsData> {
  constructor(private readonly replay: ReplayPastEvents) {}

  handle(job: Job<ReplayEventsData>): Promise<void> {
    return this.replay.execute(job);
  }
}
