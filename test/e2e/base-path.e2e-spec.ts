import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { MailServer } from '../support/mail-server.js';
import { CLIENT, OpenIdProvider } from '../support/openid-provider.js';
import { hasNginx, startNginx, startProxy, type RunningProxy } from '../support/reverse-proxy.js';
import { Caller } from './caller.js';
import { linkIn } from './mailing-app.js';

const PATH = '/docs/archive';
const AS_BROWSER = { accept: 'text/html' };

const proxies = [
  { name: 'a proxy that keeps the path', start: startProxy, keepsPath: true, canRun: true },
  { name: 'a proxy that removes the path', start: startProxy, keepsPath: false, canRun: true },
  { name: 'nginx that keeps the path', start: startNginx, keepsPath: true, canRun: hasNginx },
  { name: 'nginx that removes the path', start: startNginx, keepsPath: false, canRun: hasNginx },
];

for (const { name, start, keepsPath, canRun } of proxies) {
  (canRun ? describe : describe.skip)(`the server below a path, behind ${name}`, () => {
    let app: TestApp;
    let proxy: RunningProxy;
    let mailServer: MailServer;
    let provider: OpenIdProvider;
    let origin: string;
    let address: string;

    beforeAll(async () => {
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      address = origin + PATH;
      mailServer = await MailServer.start();
      provider = await OpenIdProvider.start([`${address}/api/auth/oauth2/callback/acme`]);
      app = await startApp({
        APP_BASE_URL: `${address}/`,
        EMAILS_DRIVER: 'smtp',
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(mailServer.port),
        AUTH_IS_PASSWORD_RESET_ENABLED: 'true',
        AUTH_PROVIDERS_CUSTOMS: JSON.stringify([
          {
            ...{ providerId: 'acme', providerName: 'Acme', discoveryUrl: provider.discoveryUrl },
            ...{
              clientId: CLIENT.client_id,
              clientSecret: CLIENT.client_secret,
              scopes: ['openid', 'email', 'profile'],
            },
          },
        ]),
      });
      proxy = await start({ port, path: PATH, target: app.baseUrl, keepsPath });
    });
    afterAll(async () => {
      await proxy.stop();
      await app.close();
      await provider.stop();
      await mailServer.stop();
    });

    const caller = () => new Caller(address, origin, {}, new Map(), 'manual');

    it('the pages name their files below the path, whatever their address', async () => {
      for (const path of ['/', '/index.html', '/organizations/org_x/documents', `/share/${'a'.repeat(64)}`]) {
        const response = await fetch(address + path, { headers: AS_BROWSER });
        const html = await response.text();
        expect([path, response.status, response.headers.get('content-type')]).toEqual([
          path,
          200,
          'text/html; charset=utf-8',
        ]);
        expect(html).toContain(`data-base="${PATH}"`);
        const files = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, file = '']) => file);
        expect(files.length).toBeGreaterThan(4);
        for (const file of files) {
          const found = await fetch(new URL(file, address), { headers: AS_BROWSER });
          await found.body?.cancel();
          expect([file, file.startsWith(`${PATH}/`), found.status]).toEqual([file, true, 200]);
        }
      }
    });

    it('scripts and styles load others next to them, not at the root', async () => {
      const html = await (await fetch(`${address}/`, { headers: AS_BROWSER })).text();
      const script = /src="([^"]+\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
      expect(await (await fetch(origin + script)).text()).not.toMatch(/["'`(]\/assets\//);
      const style = /href="([^"]+\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '';
      expect(await (await fetch(origin + style)).text()).not.toMatch(/url\(["']?\/assets\//);
    });

    it('the page of the API and its description are there', async () => {
      const page = await fetch(`${address}/api/docs`, { headers: AS_BROWSER });
      expect(page.status).toBe(200);
      for (const [, file = ''] of (await page.text()).matchAll(/(?:href|src)="(docs[^"]+)"/g))
        expect([file, (await fetch(new URL(file, `${address}/api/docs`))).status]).toEqual([file, 200]);
      expect((await fetch(`${address}/api/openapi.json`)).status).toBe(200);
    });

    it('a session is kept for the path only, and ends', async () => {
      const ada = caller();
      const account = { email: `ada@${keepsPath}.example.com`, password: 'correct horse', name: 'Ada' };
      const { status, cookies } = await ada.post('/api/auth/sign-up/email', account);
      expect(status).toBe(200);
      expect(cookies.every((cookie) => cookie.includes(`Path=${PATH};`))).toBe(true);
      expect((await ada.get('/api/users/me')).status).toBe(200);
      await ada.post('/api/auth/sign-out', {});
      expect((await ada.get('/api/users/me')).status).toBe(401);
    });

    it('links of mails lead below the path and work', async () => {
      const { api } = await app.aUser({ email: `reset@${keepsPath}.example.com` });
      const asked = await caller().post('/api/auth/request-password-reset', {
        email: `reset@${keepsPath}.example.com`,
        redirectTo: `${address}/reset-password`,
      });
      expect(asked.status).toBe(200);
      await app.drain();
      const link = linkIn(mailServer.arrived.at(-1));
      expect(link.startsWith(`${address}/api/auth/reset-password/`)).toBe(true);
      const led = await fetch(link, { redirect: 'manual' });
      const location = new URL(led.headers.get('location') ?? '');
      expect(location.href.startsWith(`${address}/reset-password?token=`)).toBe(true);
      const body = { token: location.searchParams.get('token'), newPassword: 'battery staple' };
      expect((await caller().post('/api/auth/reset-password', body)).status).toBe(200);
      expect((await api.get('/api/api-keys/current')).status).toBe(200);
    });

    it('an identity provider leads back below the path', async () => {
      provider.person = {
        sub: `s${keepsPath}`,
        email: `oidc@${keepsPath}.example.com`,
        email_verified: true,
        name: 'O',
      };
      const person = caller();
      const { body } = await person.post('/api/auth/sign-in/social', {
        provider: 'acme',
        callbackURL: `${address}/landed`,
      });
      const back = await provider.visit((body as { url: string }).url);
      expect(back.href.startsWith(`${address}/api/auth/oauth2/callback/acme?`)).toBe(true);
      const { headers } = await person.get(back.pathname.slice(PATH.length) + back.search);
      expect(headers.get('location')).toBe(`${address}/landed`);
      expect((await person.get('/api/users/me')).status).toBe(200);
    });

    it('links to documents and file requests, and the places of uploads, are below the path', async () => {
      const { api, organizationId } = await app.anArchive();
      const base = `/api/organizations/${organizationId}`;
      const { body } = await api.upload(organizationId, { name: 'shared.txt', content: 'shared' });
      const share = await api.post<{ shareLink: { url: string } }>(
        `${base}/documents/${body.document.id}/share-links`,
        {},
      );
      expect(share.body.shareLink.url).toMatch(new RegExp(`^${address}/share/[A-Za-z0-9]{64}$`));
      const token = share.body.shareLink.url.slice(-64);
      expect((await fetch(`${address}/api/share-links/${token}/document/file`)).status).toBe(200);
      const wanted = await api.post<{ fileRequest: { url: string } }>(`${base}/file-requests`, { title: 'Receipts' });
      expect(wanted.body.fileRequest.url).toMatch(new RegExp(`^${address}/drop/`));
      const begun = await fetch(`${address}${base}/uploads`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${api.token}`,
          'tus-resumable': '1.0.0',
          'upload-length': '5',
          'upload-metadata': `filename ${Buffer.from('part.txt').toString('base64')}`,
        },
      });
      expect(begun.status).toBe(201);
      const place = new URL(begun.headers.get('location') ?? '', address);
      const continued = await fetch(place, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${api.token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: 'bytes',
      });
      expect(continued.status).toBe(200);
    });

    it('an address next to the path is not one of the server', async () => {
      expect((await fetch(`${origin}/api/ping`)).status).toBe(404);
      expect((await fetch(`${address}x/api/ping`)).status).toBe(404);
    });
  });
}
