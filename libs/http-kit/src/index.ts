export { type Actor, type Permission, PERMISSIONS } from './actor.js';
export { Access, accessOf, type RouteAccess } from './access.decorator.js';
export { IsId, MayBeAbsent, NumberFromQuery, Trim } from './field.decorators.js';
export { Describe, descriptionOf, type OperationFragment } from './describe.decorator.js';
export { EntityTagInterceptor, IfMatch, WithEntityTag } from './entity-tag.js';
export { PageQueryDto } from './page-query.dto.js';
export { RequestValidationGuard } from './request-validation.guard.js';
export { InvalidBody, InvalidParams, InvalidQuery } from './request.errors.js';
export {
  CurrentActor,
  CurrentMembership,
  requestContext,
  type Membership,
  type RequestContext,
} from './request-context.js';
export { assertEveryInputIsChecked, assertEveryRouteDeclaresAccess } from './route-checks.js';
export { routeInputs } from './route-inputs.js';
export { validateDto, type DtoClass } from './validate-dto.js';
export { UPLOAD_TIMEOUT_MS } from './timeouts.js';
