export { Access, accessOf, roleOf, type RouteAccess } from './access.decorator.js';
export { LIST_BODY_BYTES, SMALL_BODY_BYTES, TEXT_BODY_BYTES } from './body-limits.js';
export { attachmentHeader } from './attachment-header.js';
export { parseRange } from './byte-range.js';
export { clientDisconnected } from './client-disconnected.js';
export { endBodySoon } from './end-body-soon.js';
export { sendDownload } from './file-download.js';
export { FILE_RESPONSES } from './file-responses.js';
export { MaxInputLength } from './field-limits.js';
export { JSON_TYPE, jsonExcess } from './json-limits.js';
export {
  BooleanFromQuery,
  DocumentName,
  IsId,
  IsTime,
  IsViewerTimeZone,
  IsVisibleAddress,
  IsZonedTime,
  MayBeAbsent,
  NumberFromQuery,
  OneLine,
  Trim,
} from './field.decorators.js';
export {
  Describe,
  DescribeSchema,
  descriptionOf,
  Errors,
  errorsOf,
  schemaDescriptionOf,
  type DateTime,
  type Integer,
  type OperationFragment,
} from './describe.decorator.js';
export { IfMatch, WithEntityTag } from './entity-tag.js';
export { OrganizationParams } from './organization-params.dto.js';
export { PageQuery, WholeListQuery } from './page-query.dto.js';
export { definePermissions, PERMISSIONS, type Permission } from './permissions.js';
export { RefuseBodyWith, RequestValidationGuard } from './request-validation.guard.js';
export { InvalidBody, InvalidParams, InvalidQuery, RangeNotSatisfiable } from './request.errors.js';
export {
  CallerContext,
  callerOf,
  Context,
  CurrentActor,
  requestContext,
  type RequestContext,
} from './request-context.js';
export { accessByRoute, assertEveryInputIsChecked, assertEveryRouteDeclaresAccess } from './route-checks.js';
export { announceLimit } from './rate-limit-headers.js';
export { routeInputs } from './route-inputs.js';
export { type DtoClass } from './dto-class.js';
export { DOWNLOAD_HEADERS, sendFile, type FileToSend } from './send-file.js';
export { validateDto } from './validate-dto.js';
export { UPLOAD_TIMEOUT_MS } from './timeouts.js';
