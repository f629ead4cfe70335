import { describe, expect, it } from '@jest/globals';
import { uploadText } from './support/upload-text.js';
import { PASSWORD, webTest } from './support/web-test.js';

describe('pages below a path', () => {
  const web = webTest({}, { path: '/docs/archive' });

  it('a person signs in, comes to the page that was asked for, finds a document and opens it', async () => {
    const owner = await web.signUp();
    await uploadText(owner, 'walnut.txt', 'the text of the walnut');
    const { page } = await web.visit(`/organizations/${owner.organizationId}/documents`);
    await page.getByLabel('E-mail address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${web.address}/organizations/${owner.organizationId}/documents`);
    await page.getByRole('link', { name: 'walnut.txt' }).click();
    await page.getByRole('heading', { level: 1, name: 'walnut.txt' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/docs\/archive\/organizations\/org_\w+\/documents\/doc_\w+$/);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'walnut.txt' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).first().click();
    await saved;
  });

  it('a file is uploaded in the page, and a visitor opens a link', async () => {
    const owner = await web.signIn();
    await owner.open('/documents');
    await owner.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'chestnut.txt', mimeType: 'text/plain', buffer: Buffer.from('chestnut') });
    const link = owner.page.getByRole('link', { name: 'chestnut.txt' }).first();
    await link.waitFor();
    const documents = `/api/organizations/${owner.organizationId}/documents`;
    const list = await owner.call<{ documents: { id: string }[] }>('GET', documents);
    const { shareLink } = await owner.call<{ shareLink: { url: string } }>(
      'POST',
      `${documents}/${list.documents[0]!.id}/share-links`,
      {},
    );
    expect(shareLink.url.startsWith(`${web.address}/share/`)).toBe(true);
    const visitor = await web.visit(shareLink.url.slice(web.address.length));
    await visitor.page.getByRole('heading', { level: 1, name: 'chestnut.txt' }).waitFor();
    const saved = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('button', { name: 'Download' }).click();
    await saved;
  });

  it('the page of the API sends its requests below the path', async () => {
    const { page } = await web.visit('/api/docs');
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/ping'));
    await page.locator('[id$="ping"] button').first().click();
    await page.getByRole('button', { name: 'Try it out' }).first().click();
    await page.getByRole('button', { name: 'Execute' }).first().click();
    expect((await sent).url()).toBe(`${web.address}/api/ping`);
  });
});
