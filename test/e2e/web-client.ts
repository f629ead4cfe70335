import { expect } from '@jest/globals';
import { ServerConfig } from '#config/server';
import type { TestApp } from '../support/app.js';
import { Caller, type Answer } from './caller.js';

export type Json = Record<string, unknown>;

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const anId = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[a-z0-9]{24}$`)) as unknown;
export const aTime = expect.stringMatching(ISO_TIME) as unknown;
export const aNumber = expect.any(Number) as unknown;

/** The keys that the client converts to dates; it accepts a text or null. */
const DATES =
  /^(createdAt|updatedAt|deletedAt|expiresAt|lastUsedAt|lastAccessedAt|scheduledPurgeAt|lastTriggeredAt|documentDate)$/;

/** Returns the paths of dates that the client cannot convert. */
function wrongDates(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const isWrong = DATES.test(key) && inner !== null && !(typeof inner === 'string' && ISO_TIME.test(inner));
    return isWrong ? [`${path}.${key}`] : wrongDates(inner, `${path}.${key}`);
  });
}

/**
 * What the web client of the contract calls with the cookie of a session, and what it relies on in each response. It
 * takes every 401 for a lost session, reads JSON by the content type, nothing from a 204, and `error.code` of a failure.
 */
export class WebClient {
  constructor(private readonly caller: Caller) {}

  static async signIn(app: TestApp, email: string): Promise<WebClient> {
    await app.aUser({ email });
    const caller = new Caller(app.baseUrl, `http://localhost:${app.installation.config(ServerConfig).port}`);
    const answer = await caller.post('/api/auth/sign-in/email', { email, password: 'correct horse' });
    if (answer.status !== 200) throw new Error(`${email} could not sign in`);
    return new WebClient(caller);
  }

  /** The body of a success; undefined for 204. */
  async call(method: string, path: string, body?: object, success = 200): Promise<Json> {
    const answer = await this.#send(method, path, body);
    expect({ call: `${method} ${path}`, status: answer.status, body: answer.body }).toMatchObject({
      status: answer.body === undefined ? 204 : success,
    });
    if (answer.body === undefined) expect(answer.headers.get('content-type')).toBeNull();
    else expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(wrongDates(answer.body)).toEqual([]);
    return answer.body as Json;
  }

  /** `400 tags.already_exists` */
  async failureOf(method: string, path: string, body?: object): Promise<string> {
    const { status, body: failure } = await this.#send(method, path, body);
    const { error } = failure as { error: { code: string; message: unknown } };
    expect(error.message).toEqual(expect.any(String));
    return `${status} ${error.code}`;
  }

  async upload(path: string, name: string, text: string): Promise<Json> {
    const form = new FormData();
    form.append('file', new File([text], name, { type: 'text/plain' }));
    const request = new Request('http://form.test', { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    const { status, body } = await this.caller.send('POST', path, await request.text(), type);
    expect(status).toBe(200);
    return body as Json;
  }

  async #send(method: string, path: string, body?: object): Promise<Answer> {
    const answer =
      body === undefined
        ? await this.caller.send(method, path)
        : await this.caller.send(method, path, JSON.stringify(body), 'application/json');
    expect({ call: `${method} ${path}`, isSignedOut: answer.status === 401 }).toMatchObject({ isSignedOut: false });
    return answer;
  }
}
