import { defineError } from '#ground/kernel';

export const WebhookNotFound = defineError('webhooks.not_found', 'not_found', 'Webhook not found');
export const DeliveryNotFound = defineError('webhooks.delivery_not_found', 'not_found', 'Delivery not found');
export const WebhookUrlUnsafe = defineError(
  'webhooks.ssrf_unsafe_url',
  'invalid',
  'This URL is not allowed: it must be an http or https address that is reachable from the Internet.',
);
export const WebhookLimitReached = defineError(
  'webhooks.limit_reached',
  'conflict',
  'The organization has as many webhooks as this server allows.',
);
export const SecretRotationNotStarted = defineError(
  'webhooks.secret_rotation_not_started',
  'conflict',
  'The secret of this webhook is not being rotated.',
);
export const WebhookHasNoSecret = defineError(
  'webhooks.no_secret',
  'conflict',
  'This webhook has no secret; set one with an update.',
);
export const WebhookIsDisabled = defineError(
  'webhooks.disabled',
  'conflict',
  'This webhook is disabled: enable it before you replay deliveries.',
);
export const ReplayRunning = defineError(
  'webhooks.replay_running',
  'conflict',
  'Past events are being replayed to this webhook: wait until that task has ended, or cancel it.',
);
export const DeliveryNotFinished = defineError(
  'webhooks.delivery_not_finished',
  'conflict',
  'This delivery has not ended yet: it is sent again by itself.',
);
