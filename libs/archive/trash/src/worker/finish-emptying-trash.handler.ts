import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { systemContext } from '#ground/kernel';
import { FinishEmptyingTrash, PurgeService } from '#archive/trash';

@HandlesJob(FinishEmptyingTrash)
export class FinishEmptyingTrashHandler implements JobHandler<{ organizationId: string; until: string }> {
  constructor(private readonly purges: PurgeService) {}

  handle({ data, signal }: Job<{ organizationId: string; until: string }>): Promise<void> {
    const ctx = systemContext(data.organizationId, 'retention');
    return this.purges.finishEmptyingTrash(ctx, data.until, signal);
  }
}
