export { WebhooksHttpModule } from './webhooks-http.module.js';
export { webhookView, WebhookView } from './webhook.view.dto.js';
