import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

const yesterday = () => new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);

describe('the home page', () => {
  const web = webTest();

  it('the home page leads to the inbox, to what is due, to the documents that came in last and to the saved views', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    const base = `/api/organizations/${organizationId}`;
    await call('PATCH', `${base}/settings`, { documents: { isInboxEnabled: true } });
    for (const name of ['first.txt', 'second.txt']) {
      const id = await uploadText(user, name, `the text of ${name}`);
      if (name === 'first.txt') await call('PATCH', `${base}/documents/${id}`, { documentDate: yesterday() });
    }
    await call('POST', `${base}/reminders`, { name: 'Pay it', dateSource: 'documentDate' });
    await call('POST', `${base}/document-views`, { name: 'First ones', query: 'name:first' });
    await open('/home');
    await page.getByText(/^2 documents, /).waitFor();
    const recent = page.getByRole('region', { name: 'Recently added' });
    await recent.getByText('first.txt').waitFor();
    expect(await recent.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^second\.txt/),
      expect.stringMatching(/^first\.txt/),
    ]);
    const due = page.getByRole('region', { name: 'Due soon' }).getByRole('listitem');
    await due.getByText('Pay it').waitFor();
    expect(await due.allInnerTexts()).toEqual([expect.stringMatching(/first\.txt\s+Pay it$/)]);
    await page.getByRole('region', { name: 'Saved views' }).getByRole('link', { name: 'First ones 1' }).waitFor();
    await checkAxe(page);
    await page.getByRole('main').getByRole('link', { name: '2 documents in the inbox' }).click();
    await page.waitForURL(/\/inbox$/);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await recent.getByRole('link', { name: /^second\.txt/ }).click();
    await page.getByRole('heading', { level: 1, name: 'second.txt' }).waitFor();
  });

  it('the home page of an empty organization says how documents are found, and leads to the list', async () => {
    const { page, open } = await web.signIn();
    await open('/home');
    await page.getByRole('heading', { level: 2, name: 'No documents yet' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'All documents' }).click();
    await page.waitForURL(/\/documents$/);
  });
});
