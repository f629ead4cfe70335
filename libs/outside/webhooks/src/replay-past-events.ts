import { UnitOfWork } from '#ground/database';
import { EventLog, type LogSelection } from '#ground/history';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { systemContext } from '#ground/kernel';
import { Tasks, type TaskProgress } from '#archive/tasks';
import { DeliveryQueue } from './delivery-queue.js';
import { DeliveryRepository } from './delivery.repository.js';
import { deliveryOf } from './fan-out-events.js';
import { WebhookStateRepository } from './webhook-state.repository.js';
import { ReplayEvents, type ReplayEventsData } from './webhooks.jobs.js';

const PAGE = 500;

/** Adds the deliveries of a replay page by page, each together with the progress of the task. */
@HandlesJob(ReplayEvents)
export class ReplayPastEvents implements JobHandler<ReplayEventsData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly states: WebhookStateRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly queue: DeliveryQueue,
    private readonly log: EventLog,
    private readonly tasks: Tasks,
  ) {}

  async handle({ data, signal }: Pick<Job<ReplayEventsData>, 'data' | 'signal'>): Promise<void> {
    const ctx = systemContext(data.organizationId, 'webhooks');
    let progress = await this.tasks.start(ctx, data.taskId);
    await this.tasks.untilCancelled(async () => {
      while (progress) {
        signal.throwIfAborted();
        progress = await this.#addPage(data, progress);
      }
    });
  }

  /** Returns the new progress; `undefined` when the task has ended. */
  async #addPage(data: ReplayEventsData, progress: TaskProgress): Promise<TaskProgress | undefined> {
    const { organizationId, webhookId, taskId } = data;
    const ctx = systemContext(organizationId, 'webhooks');
    return this.unitOfWork.run(async (tx) => {
      const webhook = await this.states.lock(tx, ctx, webhookId);
      if (!webhook?.isEnabled) {
        const reason = `The webhook was ${webhook ? 'disabled' : 'deleted'} before all events had been replayed.`;
        await this.tasks.cancel(tx, ctx, taskId, reason);
        return undefined;
      }
      const events = await this.log.page(tx, ctx, {
        ...selectionOf(data, webhook.events),
        after: Number(progress.resumeAfter ?? 0),
        limit: PAGE,
      });
      const total = progress.total ?? (await this.log.count(tx, ctx, selectionOf(data, webhook.events)));
      const last = events.at(-1);
      if (!last) {
        await this.tasks.complete(tx, ctx, taskId, { processed: progress.processed, result: null });
        return undefined;
      }
      const ids = events.map(({ id }) => id);
      const first = await this.deliveries.firstOfEvents(tx, webhookId, ids);
      const replays = events.map((event) => {
        const earlier = first.get(event.id);
        return {
          ...deliveryOf(ctx, webhookId, event),
          ...(earlier && { messageId: earlier.messageId, replayOf: earlier.id }),
          replayTask: taskId,
        };
      });
      await this.queue.add(tx, replays);
      const processed = progress.processed + events.length;
      const next = { ...progress, processed, total: Math.max(total, processed), resumeAfter: String(last.position) };
      await this.tasks.advance(tx, ctx, taskId, next);
      return next;
    });
  }
}

function selectionOf({ since, upTo }: ReplayEventsData, names: readonly string[]): LogSelection {
  return { after: 0, upTo, since: new Date(since), names };
}
