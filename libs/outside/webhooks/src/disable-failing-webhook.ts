import { Injectable } from '@nestjs/common';
import { WebhooksConfig } from '#config/webhooks';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { Clock, systemContext } from '#ground/kernel';
import { composeMail, exact, MailLinks, Mails, paragraph } from '#capabilities/mail';
import { OrganizationRepository } from '#people/organizations';
import { DeliveryQueue } from './delivery-queue.js';
import { WebhookStateRepository } from './webhook-state.repository.js';
import { WebhookDisabled } from './webhooks.events.js';

const HOUR_MS = 3_600_000;

interface Disabled {
  organizationId: string;
  name: string;
  failingSince: Date;
}

/** Disables a webhook whose deliveries have failed for a long time, and tells the owners of the organization by mail. */
@Injectable()
export class DisableFailingWebhook {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly states: WebhookStateRepository,
    private readonly queue: DeliveryQueue,
    private readonly organizations: OrganizationRepository,
    private readonly mails: Mails,
    private readonly links: MailLinks,
    private readonly changes: Changes,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
  ) {}

  /** To be called after a failed attempt. True when the webhook was disabled now. */
  async execute(webhookId: string, failingSince: Date): Promise<boolean> {
    const hours = this.config.disableAfterHours;
    if (hours === 0 || this.clock.now().getTime() - failingSince.getTime() < hours * HOUR_MS) return false;
    return this.unitOfWork.run(async (tx) => {
      const reason = `No delivery was successful for ${hours} hours.`;
      const disabled = await this.states.disableFailing(tx, webhookId, { hours, reason });
      if (!disabled) return false;
      await this.queue.cancel(tx, webhookId);
      await this.#notify(tx, webhookId, disabled);
      return true;
    });
  }

  async #notify(tx: Transaction, webhookId: string, { organizationId, name, failingSince }: Disabled): Promise<void> {
    const ctx = systemContext(organizationId, 'webhooks');
    const since = failingSince.toISOString();
    this.changes.record(tx, ctx, WebhookDisabled, { webhookId, name, failingSince: since });
    const { organizationName, emails } = await this.organizations.owners(tx, ctx);
    const mail = composeMail({
      subject: 'A webhook was disabled',
      paragraphs: [
        paragraph`The webhook "${name}" of the organization "${organizationName}" was disabled.`,
        paragraph`Its deliveries have failed since ${exact(since)}. No more events are sent to it.`,
        paragraph`Repair the receiver and enable the webhook again. Deliveries that were cancelled can be replayed then.`,
      ],
      link: {
        label: 'Show the webhook',
        to: this.links.page('organizations', organizationId, 'settings', 'webhooks', webhookId),
      },
    });
    await this.mails.sendToEach(tx, emails, mail, `the webhook ${webhookId}`);
  }
}
