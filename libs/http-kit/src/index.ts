export { type Actor, type Permission, PERMISSIONS } from './actor.js';
export { Access, accessOf, type RouteAccess } from './access.decorator.js';
export { CurrentActor, CurrentMembership, requestContext, type Membership, type RequestContext } from './request-context.js';
