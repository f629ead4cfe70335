/**
 * How many bytes the body of a request may have. A route gets the small limit unless it declares another one:
 * `@RouteConfig({ bodyLimit: LIST_BODY_BYTES })`. Uploads are not counted here: they are streamed, and have a setting.
 */
export const SMALL_BODY_BYTES = 16 * 1024;

/** Lists of ids: 1000 documents and 100 tags take 35 KB. */
export const LIST_BODY_BYTES = 64 * 1024;

/** The text of a document, as JSON. */
export const TEXT_BODY_BYTES = 12 * 1024 * 1024;
