import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { uploadFile } from './support/upload.js';
import { PASSWORD, webTest } from './support/web-test.js';

const PATH = '/docs/archive';

describe('pages below a path', () => {
  const web = webTest({}, { path: PATH });

  /** What the pages ask for at another place, and files that are not there. */
  function lost(page: Page): string[] {
    const found: string[] = [];
    page.on('response', (response) => {
      const url = response.url();
      if (!url.startsWith('http')) return; // made by the page itself
      const isFile = !url.startsWith(`${web.address}/api/`);
      if (!url.startsWith(`${web.address}/`) || (isFile && response.status() >= 400))
        found.push(`${response.status()} ${url}`);
    });
    return found;
  }

  /** A browser that knows no one, with an empty page. */
  async function aVisitor() {
    const { page, browser } = await web.signIn();
    await browser.clearCookies();
    return { page, wrong: lost(page) };
  }

  it('a person signs up, uploads a file, opens it and shares it with a visitor', async () => {
    const { page, wrong } = await aVisitor();
    await page.goto(`${web.address}/register`);
    await page.getByLabel('Name', { exact: true }).fill('Grace');
    await page.getByLabel('E-mail address', { exact: true }).fill('grace@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const buffer = Buffer.from('a chestnut');
    await page.getByLabel('Choose file').setInputFiles({ name: 'chestnut.txt', mimeType: 'text/plain', buffer });
    await page.getByText('chestnut.txt').waitFor();
    await page.getByRole('link', { name: 'Go to documents' }).click();
    await page.getByRole('link', { name: 'chestnut.txt' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'chestnut.txt' }).waitFor();
    const [, documentPath] = new RegExp(`^${PATH}(/organizations/org_\\w+/documents/doc_\\w+)$`).exec(
      new URL(page.url()).pathname,
    )!;

    const shared = await page.request.post(`${web.address}/api${documentPath}/share-links`, {
      data: {},
      headers: { origin: new URL(web.address).origin },
    });
    const { shareLink } = (await shared.json()) as { shareLink: { url: string } };
    expect(shareLink.url.startsWith(`${web.address}/share/`)).toBe(true);
    const visitor = await aVisitor();
    await visitor.page.goto(shareLink.url);
    await visitor.page.getByRole('heading', { level: 1, name: 'chestnut.txt' }).waitFor();
    const saved = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('button', { name: 'Download' }).click();
    await saved;
    expect([wrong, visitor.wrong]).toEqual([[], []]);
  });

  it('a person signs in, comes to the page that was asked for, and sees the pages of a PDF', async () => {
    const { page, browser, email, organizationId, ...owner } = await web.signIn();
    const wrong = lost(page);
    const content = aPdf({ drawing: textLines(['the text of the walnut']) });
    const file = { name: 'walnut.pdf', type: 'application/pdf', content };
    await uploadFile({ browser, email, organizationId, ...owner }, file);
    await browser.clearCookies();
    await page.goto(`${web.address}/organizations/${organizationId}/documents`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${web.address}/organizations/${organizationId}/documents`);
    await page.getByRole('link', { name: 'walnut.pdf' }).first().click();
    await page.locator('[data-page="1"] [data-drawn] canvas').waitFor();
    await page.reload();
    await page.locator('[data-page="1"] [data-drawn] canvas').waitFor();
    expect(wrong).toEqual([]);
  });

  it('the page of the API sends its requests below the path', async () => {
    const { page, wrong } = await aVisitor();
    await page.goto(`${web.address}/api/docs`);
    await page.getByText('The key that this request is sent with.').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const response = page.waitForResponse(`${web.address}/api/api-keys/current`);
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await response).status()).toBe(401);
    expect(wrong).toEqual([]);
  });
});
