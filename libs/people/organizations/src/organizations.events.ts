import { defineEvent } from '#ground/history';

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
export const OrganizationOwnershipTransferred = defineEvent<{
  memberId: string;
  userId: string;
  previousOwnerId: string;
}>('organization:ownership-transferred', {
  description: 'Another member became the owner; the previous owner became an admin.',
});
export const MemberAdded = defineEvent<{ memberId: string; userId: string; role: 'admin' | 'member' | 'viewer' }>(
  'member:added',
  {
    description: 'A user became a member.',
  },
);
export const MemberRoleChanged = defineEvent<{
  memberId: string;
  userId: string;
  role: 'admin' | 'member' | 'viewer';
  previousRole: 'admin' | 'member' | 'viewer';
}>('member:role-changed', { description: 'A member got another role.' });
export const MemberRemoved = defineEvent<{ memberId: string; userId: string; role: 'admin' | 'member' | 'viewer' }>(
  'member:removed',
  {
    description: 'A member left, or was removed.',
  },
);
