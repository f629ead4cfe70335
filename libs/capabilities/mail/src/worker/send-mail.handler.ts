import { PermanentPluginError } from '@archivolt/plugin-kit';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { DeliverMail, SendMail, type SendMailData } from '#capabilities/mail';

@HandlesJob(SendMail)
export class SendMailHandler implements JobHandler<SendMailData> {
  constructor(
    private readonly deliver: DeliverMail,
    private readonly clock: Clock,
  ) {}

  async handle({ data: { usefulUntil, isEmpty = false, ...mail }, signal }: Job<SendMailData>): Promise<void> {
    if (isEmpty) return;
    if (usefulUntil !== undefined && Date.parse(usefulUntil) < this.clock.now().getTime())
      throw new PermanentPluginError(`the mail ${mail.id} was useful until ${usefulUntil} only`);
    await this.deliver.execute(mail, signal);
  }
}
