import { defineEvent } from '#ground/history';

export const WebhookCreated = defineEvent<{ webhookId: string; name: string }>('webhook:created', {
  description: 'A webhook was created.',
});
export const WebhookUpdated = defineEvent<{ webhookId: string; updatedFields: string[] }>('webhook:updated', {
  description: 'A webhook was changed.',
});
export const WebhookDeleted = defineEvent<{ webhookId: string; name: string }>('webhook:deleted', {
  description: 'A webhook was deleted.',
});
export const WebhookDisabled = defineEvent<{ webhookId: string; name: string; failingSince: string }>(
  'webhook:disabled',
  { description: 'The server has disabled a webhook whose deliveries have failed for a long time.' },
);
