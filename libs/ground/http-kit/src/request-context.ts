import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ActorContext, OrganizationContext, Role, UserActor } from '#ground/kernel';

/** What the guards have established about a request. */
export interface RequestContext {
  actor?: UserActor;
  /** The name of the API key that the request is sent with. */
  keyName?: string;
  /** The organization of the path, when the role in it may be read together with the key: all of the request is here. */
  organizationToRead?: string;
  /** Set where the role of the actor was read together with the key: in this organization, undefined for no member. */
  membership?: { organizationId: string; role: Role | undefined } | undefined;
  /** Set only on routes with `:organizationId` that require membership. */
  organization?: OrganizationContext;
}

export function requestContext(context: ExecutionContext): RequestContext {
  return context.switchToHttp().getRequest<RequestContext>();
}

/** Returns the caller and the request id; `undefined` on public routes. */
export function callerOf(context: ExecutionContext): ActorContext<UserActor> | undefined {
  const { actor, id: requestId } = context.switchToHttp().getRequest<FastifyRequest & RequestContext>();
  return actor && { actor, requestId };
}

/** The caller. Only on routes that are not public. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): UserActor => {
  const { actor } = requestContext(context);
  if (!actor) throw new Error('@CurrentActor() on a public route');
  return actor;
});

/** The caller and the request, before an organization is known. Only on routes that are not public. */
export const CallerContext = createParamDecorator((_: unknown, context: ExecutionContext): ActorContext<UserActor> => {
  const caller = callerOf(context);
  if (!caller) throw new Error('@CallerContext() on a public route');
  return caller;
});

/** The caller in the organization of the path. Only on routes with `:organizationId` that require membership. */
export const Context = createParamDecorator((_: unknown, context: ExecutionContext): OrganizationContext => {
  const { organization } = requestContext(context);
  if (!organization) throw new Error('@Context() on a route without :organizationId or without required membership');
  return organization;
});
