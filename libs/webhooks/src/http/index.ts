export { WebhooksHttpModule } from './webhooks-http.module.js';
