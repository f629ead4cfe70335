import { SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { ExecutionContext } from '@nestjs/common';
import type { Role } from '#ground/kernel';
import type { Permission } from './permissions.js';

const KEY = 'archivolt:access';
const ROLE_KEY = 'archivolt:role';

/** Who may call a route. The server does not start with a route that declares nothing. */
export type RouteAccess =
  | { kind: 'public' }
  /** A session, or an API key with all of `permissions`. */
  | { kind: 'session-or-key'; permissions: readonly Permission[] }
  /** Signed-in users only. */
  | { kind: 'session' }
  /** Signed-in administrators only. */
  | { kind: 'admin' }
  /** API keys only. */
  | { kind: 'key' };

/**
 * Declares who may call a route: `@Access.permissions('documents:read')`. Add `@Access.role('owner')` on routes of an
 * organization to require this role or a higher one. Without it, every member may call a route that reads (GET), and
 * every member but viewers one that changes something.
 */
export const Access = {
  public: () => SetMetadata<string, RouteAccess>(KEY, { kind: 'public' }),
  permissions: (...permissions: Permission[]) =>
    SetMetadata<string, RouteAccess>(KEY, { kind: 'session-or-key', permissions }),
  session: () => SetMetadata<string, RouteAccess>(KEY, { kind: 'session' }),
  admin: () => SetMetadata<string, RouteAccess>(KEY, { kind: 'admin' }),
  key: () => SetMetadata<string, RouteAccess>(KEY, { kind: 'key' }),
  role: (role: Role) => SetMetadata<string, Role>(ROLE_KEY, role),
};

type RouteSource = Pick<ExecutionContext, 'getClass' | 'getHandler'>;

export function accessOf(reflector: Reflector, route: RouteSource): RouteAccess | undefined {
  return reflector.getAllAndOverride<RouteAccess | undefined>(KEY, [route.getHandler(), route.getClass()]);
}

/** Returns the declared minimum role of a route; `undefined` when the method of the request decides. */
export function roleOf(reflector: Reflector, route: RouteSource): Role | undefined {
  return reflector.getAllAndOverride<Role | undefined>(ROLE_KEY, [route.getHandler(), route.getClass()]);
}
