import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { accessOf, requestContext, type RouteAccess } from '#ground/http-kit';
import type { UserActor as Actor } from '#ground/kernel';
import { Forbidden, NotAnApiKey, Unauthorized } from '../auth.errors.js';

/** Checks the route's declared access against the caller, and refuses requests that were not authenticated. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(this.reflector, context);
    if (!access) throw Forbidden({ message: 'This route does not declare who may call it.' });
    if (access.kind === 'public') return true;
    const { actor } = requestContext(context);
    if (!actor) throw Unauthorized();
    assertMay(actor, access);
    return true;
  }
}

/** Throws unless `actor` may call a route with this access. */
export function assertMay(actor: Actor, access: Exclude<RouteAccess, { kind: 'public' }>): void {
  if (actor.via === 'session') {
    if (access.kind === 'key') throw NotAnApiKey();
    if (access.kind === 'admin' && !actor.isAdmin)
      throw Forbidden({ message: 'This needs the permission of an administrator.' });
    return;
  }
  if (access.kind === 'key') return;
  if (access.kind !== 'session-or-key') throw Forbidden({ message: 'This needs a session: API keys may not do it.' });
  const missing = access.permissions.filter((permission) => !actor.permissions.includes(permission));
  if (missing.length > 0) throw Forbidden({ message: `This API key lacks the permission ${missing.join(', ')}.` });
}
