/** Why the server ends a stream: the code that a new request would be refused with, or the server stops. */
export type EndReason =
  'auth.forbidden' | 'auth.unauthorized' | 'events.cursor_gone' | 'server.stopping' | 'user.not_in_organization';
