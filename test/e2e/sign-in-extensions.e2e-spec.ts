import { Injectable, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { ExtendsSignIn, type SignInExtension, type SignInMail } from '#people/auth/http';
import { defineFeature, type Feature } from '#ground/features';
import { FEATURES } from '#operation/installation';
import { startApp, type TestApp } from '../support/app.js';

const MAIL_TRANSPORTS = 'mail-transport-log,mail-transport-resend,mail-transport-smtp';
const sent: (SignInMail & { kind: string })[] = [];

@Injectable()
@ExtendsSignIn()
class GreetingExtension implements SignInExtension {
  readonly plugins: BetterAuthPlugin[] = [
    {
      id: 'greeting',
      endpoints: {
        greet: createAuthEndpoint('/greeting', { method: 'GET' }, async (ctx) => ctx.json({ text: 'hello' })),
      },
    },
  ];
  readonly providers = [
    { id: 'github', name: 'GitHub' },
    { id: 'acme', name: 'Acme', iconUrl: 'https://acme.example/icon.svg' },
  ];
  readonly mails = {
    reachPeople: true,
    sendPasswordReset: async (mail: SignInMail) => void sent.push({ kind: 'reset', ...mail }),
    sendVerification: async (mail: SignInMail) => void sent.push({ kind: 'verification', ...mail }),
    sendKnownAddress: async () => undefined,
  };
}

@Module({ providers: [GreetingExtension] })
class GreetingHttpModule {}

const greetingFeature = defineFeature({ name: 'greeting', http: async () => GreetingHttpModule });

describe('sign-in', () => {
  describe('with the extension of another module', () => {
    let app: TestApp;

    beforeAll(async () => {
      (FEATURES as Feature[]).push(greetingFeature);
      // Without a transport, the product itself sends no mails of sign-in.
      app = await startApp({ PROCESS_MODE: 'web', PLUGINS_DISABLED: MAIL_TRANSPORTS });
      (FEATURES as Feature[]).pop();
    });
    afterAll(() => app.close());

    it('the endpoint of a better-auth plugin is served below /api/auth', async () => {
      const response = await fetch(`${app.baseUrl}/api/auth/greeting`);
      expect([response.status, await response.json()]).toEqual([200, { text: 'hello' }]);
    });

    it('sends the mail that resets a password through its mail hook', async () => {
      await app.aUser({ email: 'ada@example.com' });
      const response = await fetch(`${app.baseUrl}/api/auth/request-password-reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com' }),
      });
      expect(response.status).toBe(200);
      expect(sent).toEqual([
        expect.objectContaining({
          kind: 'reset',
          to: 'ada@example.com',
          url: expect.stringContaining('/reset-password/'),
        }),
      ]);
    });

    it('the providers of an extension are listed in GET /api/config', async () => {
      const { config } = (await (await fetch(`${app.baseUrl}/api/config`)).json()) as { config: { auth: object } };
      expect(config.auth).toMatchObject({
        isPasswordResetEnabled: true,
        providers: {
          email: { isEnabled: true },
          github: { isEnabled: true },
          google: { isEnabled: false },
          customs: [{ providerId: 'acme', providerName: 'Acme', providerIconUrl: 'https://acme.example/icon.svg' }],
        },
      });
    });
  });

  describe('without extensions', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp({ PROCESS_MODE: 'web' });
    });
    afterAll(() => app.close());

    it('the server has no route of a plugin, no password reset and no other provider', async () => {
      expect((await fetch(`${app.baseUrl}/api/auth/greeting`)).status).toBe(404);
      const { config } = (await (await fetch(`${app.baseUrl}/api/config`)).json()) as { config: { auth: object } };
      expect(config.auth).toMatchObject({
        isPasswordResetEnabled: false,
        providers: { github: { isEnabled: false }, google: { isEnabled: false }, customs: [] },
      });
    });
  });
});
