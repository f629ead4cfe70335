import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { startChromium, type StartedBrowser } from './support/chromium.js';

describe('the API documentation page', () => {
  let app: TestApp;
  let started: StartedBrowser;

  beforeAll(async () => {
    app = await startApp();
    started = await startChromium();
  });
  afterAll(async () => {
    await started.close();
    await app.close();
  });

  it('the API documentation opens without errors and foreign requests, and sends a request with an API key', async () => {
    const page = await started.browser.newPage();
    const complaints: string[] = [];
    const foreign: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(app.baseUrl) && !url.startsWith('data:')) foreign.push(url);
    });
    await page.goto(`${app.baseUrl}/api/docs`);
    // Only what is on the screen is in the page.
    await page.getByPlaceholder('Filter by tag').fill('Documents');
    await page.getByText('/api/organizations/{organizationId}/documents', { exact: true }).first().waitFor();
    await page.getByPlaceholder('Filter by tag').fill('');

    const { api } = await app.aUser();
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByLabel('auth-bearer-value').fill(api.token ?? '');
    await page.getByRole('button', { name: 'Apply credentials' }).first().click();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByText('The key that this request is sent with.').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const answer = page.waitForResponse(`${app.baseUrl}/api/api-keys/current`);
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await answer).status()).toBe(200);

    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  });
});
