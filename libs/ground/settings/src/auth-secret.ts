/** Injects the key that signs session cookies: a string of 32 characters or more, provided by the application. */
export const AUTH_SECRET = Symbol.for('archivolt.auth.secret');
