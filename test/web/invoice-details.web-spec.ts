import { describe, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

const web = webTest();

describe('the amounts and numbers that are found in documents', () => {
  it('the owner turns them on, and a new document shows the values and where they were found', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    await open('/settings/dates');
    await page.getByRole('switch', { name: /^Fill in amount/ }).click();
    await page.getByText('Turned on for new documents.').waitFor();
    await checkAxe(page);
    const id = await uploadText(
      user,
      'invoice.txt',
      'Example Ltd\nInvoice number: R-4711\nTotal due: £1,190.00\nThank you',
    );
    await open(`/documents/${id}`);
    await page.getByText(/^Invoice number: Found in line 2, 95% sure$/).waitFor();
    await page.getByText(/^Amount: Found in line 3, 95% sure$/).waitFor();
    await page.getByLabel('Invoice number').first().waitFor();
    await checkAxe(page);
  });
});
