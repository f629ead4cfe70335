export { BACKGROUND_THREADS } from './background-threads.js';
export { Clock, type SleepOptions, type Timer } from './clock.js';
export { compiledUrl, packageFolder } from './compiled-module.js';
export type { Actor, ApiKeyActor, PluginReason, SessionActor, SystemActor, SystemReason, UserActor } from './actor.js';
export {
  AppError,
  defineError,
  definedErrors,
  type ErrorCategory,
  type ErrorDefinition,
  type ErrorDetail,
  type LimitState,
} from './errors.js';
export { FairTurns } from './fair-turns.js';
export { GatheredWork } from './gathered-work.js';
export { createId, isId } from './ids.js';
export {
  inTimeZone,
  ROLES,
  systemContext,
  userIdOf,
  type ActorContext,
  type OrganizationContext,
  type OrganizationScope,
  type Role,
} from './organization-context.js';
export { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, offsetOf, WHOLE_LIST_SIZE, type Page } from './paging.js';
export {
  forThisRequest,
  requestOrigin,
  withoutRequestOrigin,
  withRequestOrigin,
  type RequestOrigin,
} from './request-origin.js';
export { assertRevision, nextUpdatedAt, RevisionMismatch, revisionOf } from './revision.js';
export { ServerBusy, TooManyRequests, Turns, type Share } from './turns.js';
export { DATABASE_UID, letGroupThrough, sandboxUids, SERVICE_GID } from './system-accounts.js';
