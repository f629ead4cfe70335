type Verb = 'create' | 'delete' | 'read' | 'update';

/** What an API key may be allowed to do: `documents:read`. */
export type Permission = `${string}:${Verb}`;

const defined: Permission[] = [];

/** Declares what keys may be allowed to do with a kind of thing: `definePermissions('tags', ['create', 'read'])`. */
export function definePermissions(group: string, verbs: readonly Verb[]): Permission[] {
  const permissions = verbs.map((verb): Permission => `${group}:${verb}`);
  for (const permission of permissions) {
    if (defined.includes(permission)) throw new Error(`the permission ${permission} is defined twice`);
    defined.push(permission);
  }
  return permissions;
}

/** Every permission of the features. It grows while they are loaded, so keep the list and not a copy. */
export const PERMISSIONS: readonly Permission[] = defined;
