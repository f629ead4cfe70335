import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { untilRow } from './support/property-row.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

const web = webTest();

describe('the amounts and numbers that are found in documents', () => {
  it('the owner turns them on, and a new document shows the values and where they were found', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    const before = await uploadText(user, 'before.txt', 'Example Ltd\nInvoice number: R-4710\nThank you');
    await open('/settings/dates');
    await page.getByRole('switch', { name: /^Fill in amount/ }).click();
    await page.getByText('Turned on for new documents.').waitFor();
    const card = page.locator('section', {
      has: page.getByRole('heading', { name: 'Amounts and numbers of invoices' }),
    });
    await card.getByRole('button', { name: 'Preview' }).click();
    await card.getByText('1 document. 1 would change:').waitFor();
    await card.getByText('R-4710', { exact: true }).waitFor();
    await checkAxe(page);
    await card.getByRole('button', { name: 'Fill in' }).click();
    await card.getByText('1 document was changed.').waitFor();
    const findings = async () =>
      (
        await call<{ findings: object[] }>(
          'GET',
          `/api/organizations/${organizationId}/documents/${before}/invoice-details`,
        )
      ).findings;
    expect(await findings()).toHaveLength(1);
    await card.getByRole('button', { name: 'Undo' }).click();
    await card.getByText('1 document is as it was before.').waitFor();
    expect(await findings()).toEqual([]);
    await checkAxe(page);
    const id = await uploadText(
      user,
      'invoice.txt',
      'Example Ltd\nInvoice number: R-4711\nTotal due: £1,190.00\nThank you',
    );
    await open(`/documents/${id}`);
    await page.getByText(/^Invoice number: Found in line 2, 95% sure$/).waitFor();
    await page.getByText(/^Amount: Found in line 3, 95% sure$/).waitFor();
    await untilRow(page, 'Invoice number', 'R-4711');
    await checkAxe(page);
  });
});
