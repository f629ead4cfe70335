import { Injectable } from '@nestjs/common';
import { WebhooksConfig } from '#config/webhooks';
import { DeliveryRepository } from './delivery.repository.js';

const CHUNK = 1_000;

@Injectable()
export class PruneDeliveries {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly config: WebhooksConfig,
  ) {}

  /** Removes deliveries that ended before the time that the setting gives, and returns how many. */
  async execute(): Promise<number> {
    let removed = 0;
    for (;;) {
      const chunk = await this.deliveries.removeOld(this.config.deliveriesRetentionDays, CHUNK);
      removed += chunk;
      if (chunk < CHUNK) return removed;
    }
  }
}
