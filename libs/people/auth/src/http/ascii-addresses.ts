import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';

/** Where a request wants the browser to go afterwards. */
const FIELDS = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const;
/** Without the control characters, which the library refuses. */
const BEYOND_ASCII = /[^\u0000-\u009f]+/gu;

/** Headers carry ASCII only: other characters of an address are percent-encoded, as browsers do with them. */
export function asciiAddresses(): BetterAuthPlugin {
  return {
    id: 'archivolt-ascii-addresses',
    hooks: {
      before: [
        {
          matcher: ({ body, query }) => changesOf(body) !== undefined || changesOf(query) !== undefined,
          handler: createAuthMiddleware(({ body, query }) => {
            const [inBody, inQuery] = [changesOf(body), changesOf(query)];
            return Promise.resolve({
              context: { ...(inBody && { body: inBody }), ...(inQuery && { query: inQuery }) },
            });
          }),
        },
      ],
    },
  };
}

/** The encoded fields, which replace those of the request; undefined when none needs it. */
function changesOf(fields: unknown): Record<string, string> | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const changed = FIELDS.flatMap((name): [string, string][] => {
    const value = (fields as Record<string, unknown>)[name];
    if (typeof value !== 'string') return [];
    const encoded = value.toWellFormed().replaceAll(BEYOND_ASCII, encodeURIComponent);
    return encoded === value ? [] : [[name, encoded]];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
