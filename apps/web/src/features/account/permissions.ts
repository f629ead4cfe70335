import type { Permission } from '../../lib/api';

/** Every permission of the API; one that is missing here does not compile. */
const ALL: Record<Permission, true> = {
  'documents:create': true,
  'documents:read': true,
  'documents:update': true,
  'documents:delete': true,
  'tags:create': true,
  'tags:read': true,
  'tags:update': true,
  'tags:delete': true,
  'custom-properties:create': true,
  'custom-properties:read': true,
  'custom-properties:update': true,
  'custom-properties:delete': true,
  'document-views:create': true,
  'document-views:read': true,
  'document-views:update': true,
  'document-views:delete': true,
  'tagging-rules:create': true,
  'tagging-rules:read': true,
  'tagging-rules:update': true,
  'tagging-rules:delete': true,
  'reminders:create': true,
  'reminders:read': true,
  'reminders:update': true,
  'reminders:delete': true,
  'legal-holds:read': true,
  'legal-holds:update': true,
  'retention-rules:create': true,
  'retention-rules:read': true,
  'retention-rules:update': true,
  'retention-rules:delete': true,
  'file-requests:create': true,
  'file-requests:read': true,
  'file-requests:update': true,
  'file-requests:delete': true,
  'events:read': true,
  'webhooks:create': true,
  'webhooks:read': true,
  'webhooks:update': true,
  'webhooks:delete': true,
  'intake-emails:create': true,
  'intake-emails:read': true,
  'intake-emails:update': true,
  'intake-emails:delete': true,
  'intake-failures:read': true,
  'intake-failures:update': true,
  'intake-failures:delete': true,
  'organizations:create': true,
  'organizations:read': true,
  'organizations:update': true,
  'organizations:delete': true,
};

export interface PermissionGroup {
  /** `documents` */
  part: string;
  permissions: readonly Permission[];
}

/** The permissions by the part of the archive that they are for. */
export function permissionGroups(
  permissions: readonly Permission[] = Object.keys(ALL) as Permission[],
): PermissionGroup[] {
  const groups = new Map<string, Permission[]>();
  for (const permission of permissions) {
    const part = permission.slice(0, permission.indexOf(':'));
    groups.set(part, [...(groups.get(part) ?? []), permission]);
  }
  return [...groups].map(([part, each]) => ({ part, permissions: each }));
}

/** What most programs need: to read everything, and nothing more. */
export const READING = (Object.keys(ALL) as Permission[]).filter((permission) => permission.endsWith(':read'));
