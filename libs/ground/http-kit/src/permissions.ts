type Verb = 'create' | 'delete' | 'read' | 'update';

/** A permission of an API key: `documents:read`. */
export type Permission = `${string}:${Verb}`;

const defined: Permission[] = [];

/** Declares the permissions for a kind of resource: `definePermissions('tags', ['create', 'read'])`. */
export function definePermissions(group: string, verbs: readonly Verb[]): Permission[] {
  const permissions = verbs.map((verb): Permission => `${group}:${verb}`);
  for (const permission of permissions) {
    if (defined.includes(permission)) throw new Error(`the permission ${permission} is defined twice`);
    defined.push(permission);
  }
  return permissions;
}

/** Every permission of the features. It grows while features are loaded, so keep the list itself and not a copy. */
export const PERMISSIONS: readonly Permission[] = defined;
