import { isOneLine } from '@archivolt/plugin-kit';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';

const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 64;
const MAX_TRANSPORTS = 10;
const MAX_TRANSPORT_LENGTH = 16;
const REGISTRATION_PATH = '/passkey/verify-registration';
const NEW_PATHS = ['/passkey/generate-register-options', REGISTRATION_PATH];
const NAMING_PATHS = [REGISTRATION_PATH, '/passkey/update-passkey'];
const NOT_FOR_THIS_PAGE = {
  code: 'FAILED_TO_VERIFY_REGISTRATION',
  message:
    'The passkey was made for another page or another request. Open this server by the address in APP_BASE_URL and try again.',
};
const SIGN_IN_OPTIONS_PATH = '/passkey/generate-authenticate-options';

/** Checks what the library does not: how many passkeys a user has, and how long texts are. */
export function passkeyRules(): BetterAuthPlugin {
  return {
    id: 'archivolt-passkey-rules',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && [...NEW_PATHS, ...NAMING_PATHS].includes(path),
          handler: createAuthMiddleware(async (ctx) => {
            checkTexts(ctx.body);
            if (NEW_PATHS.includes(ctx.path)) await checkCount(ctx);
          }),
        },
      ],
      after: [
        {
          // The library only prefers it, and a browser may then leave it out: `passkeys.ts` would refuse the sign-in.
          matcher: ({ path }) => path === SIGN_IN_OPTIONS_PATH,
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (isAPIError(returned) || typeof returned !== 'object') return undefined;
            return Promise.resolve(ctx.json({ ...returned, userVerification: 'required' }));
          }),
        },
        {
          // The library responds with 500 to an answer that does not fit, which is no fault of this server.
          matcher: ({ path }) => path === REGISTRATION_PATH,
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (!isAPIError(returned) || returned.body?.code !== 'FAILED_TO_VERIFY_REGISTRATION') return undefined;
            // A whole response: an error that a hook throws keeps the status of the first one.
            return Promise.resolve(Response.json(NOT_FOR_THIS_PAGE, { status: 400 }));
          }),
        },
      ],
    },
  };
}

async function checkCount(ctx: GenericEndpointContext): Promise<void> {
  const found = await getSessionFromCtx(ctx);
  if (!found) return; // the library refuses it
  const where = [{ field: 'userId', value: found.user.id }];
  if ((await ctx.context.adapter.count({ model: 'passkey', where })) >= MAX_PASSKEYS)
    throw refused('TOO_MANY_PASSKEYS', `You have ${MAX_PASSKEYS} passkeys. Remove one that you do not use any more.`);
}

function checkTexts(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const { name, response } = body as { name?: unknown; response?: { response?: { transports?: unknown } } | null };
  if (typeof name === 'string' && name.length > MAX_NAME_LENGTH)
    throw refused('INVALID_NAME', `The name must have 1 to ${MAX_NAME_LENGTH} characters`);
  if (typeof name === 'string' && !isOneLine(name))
    throw refused('INVALID_NAME', 'The name must be one line without control characters');
  const transports = response?.response?.transports;
  if (transports !== undefined && !areTransports(transports))
    throw refused('INVALID_TRANSPORTS', 'The transports must be a list of a few short words, as browsers send them');
}

function areTransports(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_TRANSPORTS &&
    value.every((word) => typeof word === 'string' && word.length <= MAX_TRANSPORT_LENGTH)
  );
}

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });
