/** The time limit of an upload; every other request has SERVER_API_ROUTES_TIMEOUT_MS. */
export const UPLOAD_TIMEOUT_MS = 300_000;
