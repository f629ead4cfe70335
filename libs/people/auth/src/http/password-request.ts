import type { FastifyReply, FastifyRequest } from 'fastify';
import { announceLimit, JSON_TYPE } from '#ground/http-kit';
import type { BetterAuth } from './better-auth.js';
import type { PasswordRequest } from './password-attempts.js';

/**
 * What a request with a password is counted as; `undefined` for all others. It is known by a field whose name says
 * password, not by its path: so no route of the library, and no other way to write a path, gets around the limits.
 * `message` is the request as the library gets it.
 */
export async function passwordRequestIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { auth, message }: { auth: BetterAuth; message: Request },
): Promise<PasswordRequest | undefined> {
  const fields = await fieldsOf(message);
  if (!Object.keys(fields).some((name) => /password/i.test(name))) return undefined;
  const kind = kindOf(message.url.slice(auth.options.baseURL.length));
  // Routes for people who are signed in check the password of the session and ignore an e-mail address in the body.
  const ofSession = kind === 'other' ? await emailOfSession(request, auth) : undefined;
  return {
    kind,
    address: request.ip,
    account: ofSession ?? emailIn(fields),
    signal: endOf(reply),
    announce: (limit) => announceLimit(reply, limit),
  };
}

/** Reads the body as the library does, by its content type. Another reading could find other fields, and no password. */
async function fieldsOf(message: Request): Promise<Record<string, unknown>> {
  if (message.body === null) return {};
  const text = await message.clone().text(); // without a byte order mark, as the library parses it
  const isJson = JSON_TYPE.test(message.headers.get('content-type') ?? '');
  const value: unknown = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** `pathname`: below the routes of the library. */
function kindOf(pathname: string): PasswordRequest['kind'] {
  if (pathname.startsWith('/sign-in')) return 'sign-in';
  return pathname.startsWith('/sign-up') ? 'sign-up' : 'other';
}

function emailIn({ email }: Record<string, unknown>): string | undefined {
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
}

async function emailOfSession({ headers: { cookie } }: FastifyRequest, auth: BetterAuth): Promise<string | undefined> {
  if (cookie === undefined) return undefined;
  const found = await auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
  return found?.user.email;
}

/** Fastify's own signal aborts at the end of every body too. */
function endOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
