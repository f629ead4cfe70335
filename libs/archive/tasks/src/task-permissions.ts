import { Forbidden } from '#people/auth';
import type { Permission } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { canChange, canSee } from '#people/organizations';

/** Throws when the caller lacks one of the permissions of a task: its routes do not know what the task changes. */
export function assertMayControl(ctx: OrganizationContext, permissions: readonly Permission[]): void {
  const { actor } = ctx;
  for (const permission of permissions) {
    if (actor.via === 'api-key' && !actor.permissions.includes(permission))
      throw Forbidden({ message: `This API key lacks the permission ${permission}.` });
    const [part, verb] = permission.split(':') as [string, 'create' | 'delete' | 'read' | 'update'];
    if (!(verb === 'read' ? canSee(ctx, part) : canChange(ctx, part, verb)))
      throw Forbidden({ message: `Your role in the organization does not allow ${permission}.` });
  }
}
