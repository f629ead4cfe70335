export { WebhooksWorkerModule } from './webhooks-worker.module.js';
