import { Injectable } from '@nestjs/common';
import { Handles, type DeliveryAttempt, type RecordedEvent } from '#ground/history';
import { FanOutEvents, WebhookFanOut } from '#outside/webhooks';

@Injectable()
export class WebhookSubscriber {
  constructor(private readonly fanOut: FanOutEvents) {}

  @Handles(WebhookFanOut)
  async addDeliveries(event: RecordedEvent, { signal }: DeliveryAttempt): Promise<void> {
    await this.fanOut.upTo(event, event.position, signal);
  }
}
