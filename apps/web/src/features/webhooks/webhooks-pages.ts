/** The pages in one file: each further file costs every first visit a name in the list of files. */
export { CreateWebhookPage } from './create-webhook-page';
export { WebhookPage } from './webhook-page';
export { WebhooksPage } from './webhooks-page';
