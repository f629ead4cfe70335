import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn } from './support/web-test.js';

const PATH = '/archive';

describe('the pages without a connection', () => {
  const web = webTest({}, { path: PATH, serviceWorkers: 'allow' });

  /** The addresses of the answers that the browser keeps, without the origin, and the names of their caches. */
  const kept = (page: Page): Promise<{ names: string[]; urls: string[] }> =>
    page.evaluate(`(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('archivolt-kept-'));
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return { names, urls: keys.flat().map(({ url }) => url.slice(location.origin.length)) };
    })()`);

  const documentsOf = ({ organizationId }: SignedIn) => `${PATH}/api/organizations/${organizationId}/documents`;

  /** Opens the list, and waits until it is kept. */
  async function seeList(user: SignedIn): Promise<void> {
    await user.open('/documents');
    await user.page.getByRole('link', { name: 'plum.txt' }).first().waitFor();
    await user.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await user.page.reload();
    await user.page.getByRole('link', { name: 'plum.txt' }).first().waitFor();
    await eventually(async () => {
      const { urls } = await kept(user.page);
      expect(urls.map((url) => url.split('?')[0])).toEqual(expect.arrayContaining([documentsOf(user)]));
    });
  }

  async function someoneWithADocument(): Promise<SignedIn> {
    const user = await web.signIn();
    await uploadText(user, 'plum.txt', 'a plum');
    return user;
  }

  it('the pages can be installed as an application, with icons, and their worker is asked for again each time', async () => {
    const { page } = await web.visit('/login');
    const manifestUrl = await page.evaluate<string>(`document.querySelector('link[rel=manifest]').href`);
    const manifest = await page.request.get(manifestUrl);
    expect(manifest.headers()['content-type']).toContain('application/manifest+json');
    const { icons, scope } = (await manifest.json()) as { icons: { src: string; purpose?: string }[]; scope: string };
    expect(new URL(scope, manifestUrl).href).toBe(`${web.address}/`);
    expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
    for (const { src } of icons) {
      const icon = await page.request.get(new URL(src, manifestUrl).href);
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png']);
    }
    const worker = await page.request.get(`${web.address}/sw.js`);
    expect([worker.status(), worker.headers()['cache-control']]).toEqual([200, 'no-cache']);
  });

  it('the list that was seen is shown after a reload without a connection, and a bar says so until it is back', async () => {
    const user = await someoneWithADocument();
    const { page, browser, complaints } = user;
    await seeList(user);
    await browser.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await checkAxe(page);
    await page.reload();
    await page.getByRole('link', { name: 'plum.txt' }).first().waitFor();
    await page.getByText('You are offline.').waitFor();
    await browser.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    complaints.splice(0); // the browser reports what it could not load
  });

  it('a page that was never loaded waits for the connection inside the application, and typed text stays', async () => {
    const user = await someoneWithADocument();
    const { page, browser, complaints } = user;
    await seeList(user);
    await browser.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    const search = page.getByRole('search').getByRole('combobox');
    await search.pressSequentially('quince');
    await page.waitForURL(/q=quince/); // later, it would take the place of the page that waits
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Trash', exact: true }).click();
    await page.getByText('This page opens when the connection is back').waitFor();
    expect(await search.inputValue()).toBe('quince');
    await browser.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
    complaints.splice(0); // the browser reports what it could not load
  });

  it('nothing of the archive is kept after signing out, nor for the next person', async () => {
    const user = await someoneWithADocument();
    const { page, browser, complaints } = user;
    await seeList(user);
    expect((await kept(page)).names).toEqual([`archivolt-kept-${user.userId}`]);
    await page.getByRole('button', { name: 'Ada Person' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await eventually(async () => expect((await kept(page)).names).toEqual([]));

    const other = await web.signUp();
    await browser.addCookies(await other.browser.cookies());
    await page.goto(`${web.address}/organizations/${other.organizationId}/documents`);
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    await eventually(async () => expect((await kept(page)).names).toEqual([`archivolt-kept-${other.userId}`]));
    const { urls } = await kept(page);
    expect(urls.filter((url) => url.includes(user.organizationId))).toEqual([]);
    complaints.splice(0);
  });

  it('a person who is signed in as another one, without a sign-out in between, finds nothing of the one before', async () => {
    const user = await someoneWithADocument();
    const { page, browser, complaints } = user;
    await seeList(user);
    const other = await web.signUp();
    await browser.clearCookies();
    await browser.addCookies(await other.browser.cookies());
    await page.goto(`${web.address}/organizations/${other.organizationId}/documents`);
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    await eventually(async () => expect((await kept(page)).names).toEqual([`archivolt-kept-${other.userId}`]));
    complaints.splice(0);
  });

  it('neither refusals nor answers with links and members are kept, and a refused organization is withdrawn', async () => {
    const user = await someoneWithADocument();
    const { page } = user;
    await seeList(user);
    const ask = (path: string) => page.evaluate<number>(`fetch('${path}').then(({ status }) => status)`);
    const organization = `${PATH}/api/organizations/${user.organizationId}`;
    expect(await ask(`${organization}/documents/doc_missing`)).toBe(400);
    for (const path of ['/share-links', '/members', '/webhooks']) expect(await ask(organization + path)).toBe(200);
    expect(await ask(`${organization}/tags`)).toBe(200);
    await eventually(async () => expect((await kept(page)).urls).toContain(`${organization}/tags`));
    const { urls } = await kept(page);
    expect(urls.filter((url) => /share-links|members$|webhooks|doc_missing/.test(url))).toEqual([]);

    await user.call('DELETE', `/api/organizations/${user.organizationId}`);
    expect(await ask(`${organization}/members/me`)).toBeGreaterThanOrEqual(403);
    await eventually(async () =>
      expect((await kept(page)).urls.filter((url) => url.startsWith(organization))).toEqual([]),
    );
  });
});
