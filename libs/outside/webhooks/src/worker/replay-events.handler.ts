import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { ReplayEvents, ReplayPastEvents, type ReplayEventsData } from '#outside/webhooks';

@HandlesJob(ReplayEvents)
export class ReplayEventsHandler implements JobHandler<ReplayEventsData> {
  constructor(private readonly replay: ReplayPastEvents) {}

  handle(job: Job<ReplayEventsData>): Promise<void> {
    return this.replay.execute(job);
  }
}
