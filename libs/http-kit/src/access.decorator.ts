import { SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { ExecutionContext } from '@nestjs/common';
import type { Permission } from './actor.js';

const KEY = 'archivolt:access';

/** What a route asks of its caller. A route that declares nothing is refused at start. */
export type RouteAccess =
  | { kind: 'public' }
  /** A session, or a key that has all of `permissions`. */
  | { kind: 'session-or-key'; permissions: readonly Permission[] }
  /** Signed-in people only. */
  | { kind: 'session' }
  /** Signed-in administrators only. */
  | { kind: 'admin' }
  /** API keys only. */
  | { kind: 'key' };

/** Declares who may call a route: `@Access.permissions('documents:read')`. */
export const Access = {
  public: () => SetMetadata<string, RouteAccess>(KEY, { kind: 'public' }),
  permissions: (...permissions: Permission[]) =>
    SetMetadata<string, RouteAccess>(KEY, { kind: 'session-or-key', permissions }),
  session: () => SetMetadata<string, RouteAccess>(KEY, { kind: 'session' }),
  admin: () => SetMetadata<string, RouteAccess>(KEY, { kind: 'admin' }),
  key: () => SetMetadata<string, RouteAccess>(KEY, { kind: 'key' }),
};

export function accessOf(
  reflector: Reflector,
  context: Pick<ExecutionContext, 'getClass' | 'getHandler'>,
): RouteAccess | undefined {
  return reflector.getAllAndOverride<RouteAccess | undefined>(KEY, [context.getHandler(), context.getClass()]);
}
