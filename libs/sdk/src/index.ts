export type * from './api.js';
export { ArchivoltError, type FieldError } from './archivolt-error.js';
export {
  createClient,
  type Answer,
  type Client,
  type ClientOptions,
  type ErrorCode,
  type Input,
  type RouteName,
  type UploadOptions,
} from './client.js';
