export type * from './api.js';
export { ArchivoltError, type FieldError } from './archivolt-error.js';
export {
  createClient,
  type Client,
  type ClientOptions,
  type ErrorCode,
  type Input,
  type ResponseOf,
  type RouteName,
  type UploadOptions,
} from './client.js';
export type { ArchivoltEvent, EventData, EventName } from './events.js';
export {
  followEvents,
  listEvents,
  type EndedPreview,
  type EventsPage,
  type FollowOptions,
  type Progress,
} from './follow-events.js';
