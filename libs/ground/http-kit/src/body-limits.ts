/**
 * The maximum size of a request body in bytes. A route has the small limit unless it declares another one:
 * `@RouteConfig({ bodyLimit: LIST_BODY_BYTES })`. Uploads are streamed and have a setting instead.
 */
export const SMALL_BODY_BYTES = 16 * 1024;

/** For lists of ids: 1000 documents and 100 tags take 35 KB. */
export const LIST_BODY_BYTES = 64 * 1024;

/** For the text of a document as JSON. */
export const TEXT_BODY_BYTES = 12 * 1024 * 1024;
