export { WebhookState } from './webhook-state';
