import { defineEvent } from '#libs/history';

export const OrganizationCreated = defineEvent<{ name: string }>('organization:created', {
  description: 'An organization was created.',
});
export const OrganizationUpdated = defineEvent<{ updatedFields: string[] }>('organization:updated', {
  description: 'An organization was renamed, or its settings were changed.',
});
export const OrganizationDeleted = defineEvent<{ userId: string | null }>('organization:deleted', {
  description: 'An organization was deleted; it can be restored until it is purged.',
});
export const OrganizationRestored = defineEvent<{ userId: string }>('organization:restored', {
  description: 'A deleted organization was restored.',
});
