export { WebhookDeliveries } from './webhook-deliveries.js';
export { WebhookRepository } from './webhook.repository.js';
export { webhookAttempt, webhookDelivery, webhookState, type DeliveryStatus } from './webhook.schema.js';
export * from './webhooks.errors.js';
export * from './webhooks.events.js';
export { DeliverWebhook, ReplayEvents, type DeliverWebhookData, type ReplayEventsData } from './webhooks.jobs.js';
export { WebhooksModule } from './webhooks.module.js';
export { Webhooks } from './webhooks.js';
