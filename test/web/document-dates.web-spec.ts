import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { untilRow } from './support/property-row.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

const web = webTest();

describe('the dates that are found in documents', () => {
  it('the owner turns them off and on, and dates of existing documents are previewed, set and taken back', async () => {
    const user = await web.signIn();
    const { page, open, organizationId, call } = user;
    await open('/settings/dates');
    const setting = page.getByLabel('Date of documents without one');
    await setting.selectOption('Leave it empty');
    await page.getByText('Saved.').waitFor();
    await page.getByText('Turn this on to find dates.').waitFor();

    const dated = await uploadText(user, 'letter.txt', 'Example Ltd\n\nInvoice date: 07/03/25\nThank you');
    await uploadText(user, 'note.txt', 'Nothing to find here.');
    await setting.selectOption('On, month first: 07/03/26 is July 3');
    const button = page.getByRole('button', { name: 'Preview' });
    await button.click();
    await page.getByText('2 documents. 1 would change:').waitFor();
    const row = page.getByRole('table', { name: 'What would change' }).getByRole('row').nth(1);
    await row.getByRole('rowheader', { name: 'letter.txt' }).waitFor();
    await row.getByText('Jul 3, 2025').waitFor();
    await row.getByText(/^Found in line 3, \d+% sure$/).waitFor();
    await row.getByText('Invoice date: 07/03/25').waitFor();
    await checkAxe(page);
    const documentDate = async () => {
      const path = `/api/organizations/${organizationId}/documents/${dated}`;
      return (await call<{ document: { documentDate: string | null } }>('GET', path)).document.documentDate;
    };
    expect(await documentDate()).toBeNull();

    await page.getByRole('button', { name: 'Fill in' }).click();
    await page.getByText('1 document was changed.').waitFor();
    expect(await documentDate()).toBe('2025-07-03T00:00:00.000Z');
    await checkAxe(page);
    await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 document is as it was before.').waitFor();
    expect(await documentDate()).toBeNull();

    await button.click();
    await page.getByRole('button', { name: 'Fill in' }).click();
    await page.getByText('1 document was changed.').waitFor();
    await open(`/documents/${dated}`);
    await untilRow(page, 'Date', 'Jul 3, 2025');
    await page.getByText(/^Found in line 3, \d+% sure$/).waitFor();
  });
});
