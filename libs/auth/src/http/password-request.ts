import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BetterAuth } from './better-auth.js';
import type { PasswordRequest } from './password-attempts.js';

/**
 * What a request with a password is counted as; `undefined` for all others. It is known by a field whose name says
 * password, not by its path: so no route of the library, and no other way to write a path, gets around the limits.
 */
export async function passwordRequestIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { auth, pathname }: { auth: BetterAuth; pathname: string },
): Promise<PasswordRequest | undefined> {
  const fields = fieldsOf(request.body);
  if (!Object.keys(fields).some((name) => /password/i.test(name))) return undefined;
  const account = emailIn(fields) ?? (await emailOfSession(request, auth));
  return { kind: kindOf(pathname), address: request.ip, account, signal: endOf(reply) };
}

/** JSON and forms are both kept as the text that arrived. Which one it is, is tried: a header may say anything. */
function fieldsOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'string') return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}

function kindOf(pathname: string): PasswordRequest['kind'] {
  if (pathname.startsWith('/api/auth/sign-in')) return 'sign-in';
  return pathname.startsWith('/api/auth/sign-up') ? 'sign-up' : 'other';
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
