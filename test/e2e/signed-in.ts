import { createHmac } from 'node:crypto';
import { ServerConfig } from '#config/server';
import { AUTH_SECRET } from '#ground/settings';
import { createId } from '#ground/kernel';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

/** A user with a session. */
export interface SignedIn {
  userId: string;
  email: string;
  /** Sends the session with each request, and checks every response against the API description. */
  session: SessionClient;
}

class SessionClient extends ApiClient {
  constructor(
    baseUrl: string,
    private readonly session: Record<string, string>,
  ) {
    super(baseUrl, undefined);
  }

  override send<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    return super.send<Body>(method, path, body, { ...this.session, ...headers });
  }
}

/** Adds a user and a session to the database. A real sign-in takes half a second for the password. */
export async function signIn(app: TestApp, email: string): Promise<SignedIn> {
  const [userId, sessionId, token] = [createId('usr'), createId('auth_ses'), createId('token')];
  await poolOf(app).query(
    `with person as (
       insert into "user" (id, created_at, updated_at, email, name) values ($1, now(), now(), $2, 'Person') returning id)
     insert into auth_session (id, created_at, updated_at, expires_at, token, user_id)
     select $3, now(), now(), now() + interval '1 day', $4, id from person`,
    [userId, email, sessionId, token],
  );
  const secret = app.app.get<string>(AUTH_SECRET, { strict: false });
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const cookie = `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  const origin = `http://localhost:${app.installation.config(ServerConfig).port}`;
  return { userId, email, session: new SessionClient(app.baseUrl, { cookie, origin }) };
}
