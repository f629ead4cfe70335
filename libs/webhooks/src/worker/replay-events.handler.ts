import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { ReplayEvents, type ReplayEventsData } from '#libs/webhooks';

@HandlesJob(ReplayEvents)
export class ReplayEventsHandler implements JobHandler<ReplayEventsData> {
  async handle(_job: Job<ReplayEventsData>): Promise<void> {}
}
