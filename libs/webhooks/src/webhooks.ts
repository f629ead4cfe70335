import { Injectable } from '@nestjs/common';
import { WebhookRepository } from './webhook.repository.js';

/** What users do with webhooks. */
@Injectable()
export class Webhooks {
  constructor(readonly webhooks: WebhookRepository) {}
}
