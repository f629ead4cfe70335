import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from './actor.js';

export interface Membership {
  organizationId: string;
  role: 'admin' | 'member' | 'owner';
}

/** What the guards found out about a request. */
export interface RequestContext {
  actor?: Actor;
  membership?: Membership;
}

export function requestContext(context: ExecutionContext): RequestContext {
  return context.switchToHttp().getRequest<RequestContext>();
}

/** The caller. Only on routes that are not public. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = requestContext(context);
  if (!actor) throw new Error('@CurrentActor() on a public route');
  return actor;
});

/** The caller's membership in the organization of the path. Only on routes with `:organizationId`. */
export const CurrentMembership = createParamDecorator((_: unknown, context: ExecutionContext): Membership => {
  const { membership } = requestContext(context);
  if (!membership) throw new Error('@CurrentMembership() on a route without :organizationId');
  return membership;
});
