export { webhookView, WebhookView } from './webhook.view.dto.js';
