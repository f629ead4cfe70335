import { EmptyTrash, FinishEmptyingTrash } from '#libs/documents';
import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';

@HandlesJob(FinishEmptyingTrash)
export class FinishEmptyingTrashHandler implements JobHandler<{ organizationId: string; until: string }> {
  constructor(private readonly emptyTrash: EmptyTrash) {}

  handle({ data, signal }: Job<{ organizationId: string; until: string }>): Promise<void> {
    return this.emptyTrash.finish(data.organizationId, data.until, signal);
  }
}
