import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';
import { startChromium } from './chromium.js';

describe('the start page', () => {
  let app: TestApp;
  let browser: BrowserContext;

  beforeAll(async () => {
    app = await startApp({ PROCESS_MODE: 'web' });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  /** Opens an address; `complaints` collects console errors, exceptions and refusals by the policy of the page. */
  async function open(path: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(request.url()));
    await page.goto(app.baseUrl + path);
    return { page, complaints };
  }

  it('says that the server is healthy, without an error or a violation of its policy', async () => {
    const { page, complaints } = await open('/');
    await page.getByRole('status').getByText('The server is healthy.').waitFor();
    await page.getByText(/^Version \d/).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Archivolt' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is shown at the address of a page that does not exist yet', async () => {
    const { page, complaints } = await open('/organizations/org_1/documents');
    await page.getByRole('status').getByText('The server is healthy.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('leads to the API page by keyboard', async () => {
    const { page } = await open('/');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('API page');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.baseUrl}/api/docs`);
  });

  it('follows the light or dark scheme of the system', async () => {
    const { page } = await open('/');
    const background = async (colorScheme: 'dark' | 'light') => {
      await page.emulateMedia({ colorScheme });
      return page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    };
    expect([await background('light'), await background('dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(15, 17, 21)']);
  });

  it('refuses an inline script', async () => {
    const { page, complaints } = await open('/');
    await page
      .evaluate(
        `document.head.append(Object.assign(document.createElement('script'), { text: 'document.title = "changed"' }))`,
      )
      .catch(() => complaints.push('refused'));
    expect(await page.title()).toBe('Archivolt');
    expect(complaints).not.toEqual([]);
  });
});
