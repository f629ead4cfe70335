import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { WebhookStateRepository } from './webhook-state.repository.js';

/** Reports webhooks whose receivers do not accept deliveries. */
@Injectable()
@DiagnosticCheck()
export class WebhooksCheck implements Check {
  readonly name = 'webhooks';

  constructor(private readonly states: WebhookStateRepository) {}

  async run(): Promise<CheckResult> {
    const { disabled, failing } = await this.states.health();
    if (disabled + failing === 0) return { status: 'ok', message: 'no webhook has failed for a day' };
    return {
      status: 'warning',
      message: `${failing} have failed for more than a day, ${disabled} were disabled for that reason`,
      remedy:
        'the log of deliveries of each webhook has the reasons; its owner repairs the receiver and enables it again.',
    };
  }
}
