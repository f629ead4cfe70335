import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { webTest } from './support/web-test.js';

describe('the frame of the pages', () => {
  const web = webTest();

  it('the navigation leads to every page of an organization, without an error or a violation of the policy', async () => {
    const { page, open } = await web.signIn();
    await open('/documents');
    for (const name of [
      'Home',
      'Tags',
      'Properties',
      'Tagging rules',
      'Members',
      'Activity',
      'Trash',
      'Settings',
      'Documents',
    ]) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await checkAxe(page);
    }
  });

  it('a visitor without a session is sent to the sign-in, which names the requested page', async () => {
    const { page } = await web.visit('/organizations/org_1/documents');
    await page.waitForURL(/\/login\?redirect=/);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/organizations/org_1/documents');
  });

  it('the pages follow the light or dark scheme of the system', async () => {
    const { page } = await web.visit('/login');
    const background = async (colorScheme: 'dark' | 'light') => {
      await page.emulateMedia({ colorScheme });
      return page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    };
    expect([await background('light'), await background('dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(15, 17, 21)']);
  });

  it('the browser refuses an inline script', async () => {
    const { page, complaints } = await web.visit('/login');
    const complaint = page.waitForEvent('console', (message) => message.type() === 'error');
    await page
      .evaluate(
        `document.head.append(Object.assign(document.createElement('script'), { text: 'document.title = "changed"' }))`,
      )
      .catch(() => complaints.push('refused'));
    await complaint;
    expect(await page.title()).not.toBe('changed');
    expect(complaints.splice(0)).not.toEqual([]);
  });

  it('two keys open a page', async () => {
    const { page, open } = await web.signIn();
    await open('/documents');
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    // A busy machine may take longer between the keys than a person; they belong together for a second.
    await eventually(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await page.waitForURL(/\/tags$/, { timeout: 5_000 });
    });
  });

  it('a page whose file is gone after an upgrade opens by loading the application again, once', async () => {
    const { page, open, complaints } = await web.signIn();
    await open('/documents');
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    let refused = 0;
    let loads = 0;
    page.on('load', () => (loads += 1));
    // The preload when the link is pointed at and the load itself may both ask; the new page is served.
    await page.route('**/assets/tags-page-*.js', (route) => {
      if (loads > 0) return route.continue();
      refused += 1;
      return route.fulfill({ status: 404, body: '' });
    });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    expect(refused).toBeGreaterThan(0);
    expect(loads).toBe(1);
    complaints.splice(0); // the router reports what it could not load
  });
});
