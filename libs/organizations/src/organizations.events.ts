import { defineEvent } from '#libs/events';

export const OrganizationCreated = defineEvent<{ name: string }>(
  'organization:created',
  'An organization was created.',
);
export const OrganizationUpdated = defineEvent<{ updatedFields: string[] }>(
  'organization:updated',
  'An organization was renamed, or its settings were changed.',
);
export const OrganizationDeleted = defineEvent<{ userId: string }>(
  'organization:deleted',
  'An organization was deleted; it can be restored until it is purged.',
);
export const OrganizationRestored = defineEvent<{ userId: string }>(
  'organization:restored',
  'A deleted organization was restored.',
);
