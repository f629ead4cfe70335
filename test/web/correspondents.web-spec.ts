import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { openRow, untilRow } from './support/property-row.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn } from './support/web-test.js';

interface Property {
  name: string;
  role: string | null;
  hidden: boolean;
  options: { name: string }[];
}

describe('the pages of correspondents and document types', () => {
  const web = webTest();
  const propertiesOf = async ({ call, organizationId }: SignedIn) =>
    (
      await call<{ propertyDefinitions: Property[] }>('GET', `/api/organizations/${organizationId}/custom-properties`)
    ).propertyDefinitions.map(({ role, hidden, options }) => [role, hidden, options.map(({ name }) => name).join()]);

  it('a correspondent is created on the page of a document, found from its list, merged and renamed', async () => {
    const user = await web.signIn();
    const { page } = user;
    const documentId = await uploadText(user, 'bill.txt', 'electricity');
    await user.open(`/documents/${documentId}`);
    const field = await openRow(page, 'Correspondent');
    await field.fill('Stadtwerk');
    await page.getByRole('option', { name: 'Create “Stadtwerk”' }).click();
    await untilRow(page, 'Correspondent', 'Stadtwerk');
    await checkAxe(page);
    await page.reload();
    await untilRow(page, 'Correspondent', 'Stadtwerk');

    await page.getByRole('link', { name: 'Correspondents' }).click();
    const list = page.getByRole('list', { name: 'Correspondents' });
    await list.getByRole('link', { name: '1 document' }).waitFor();
    await page.getByRole('button', { name: 'New entry' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('STADTWERK');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('An option with this name already exists: Stadtwerk').waitFor();
    await dialog.getByLabel('Name').fill('Stadtwerke');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await list.getByText('Stadtwerke', { exact: true }).waitFor();
    await checkAxe(page);

    await page.getByRole('button', { name: 'More for Stadtwerk', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Merge into another entry' }).click();
    await dialog.getByLabel('Into').selectOption({ label: 'Stadtwerke' });
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await dialog.getByText('Entries merged.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'More for Stadtwerke' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('City Works');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await list
      .getByRole('listitem')
      .filter({ hasText: 'City Works' })
      .getByRole('link', { name: '1 document' })
      .click();
    await page.getByText('bill.txt').first().waitFor();
    expect(await propertiesOf(user)).toEqual([['correspondent', false, 'City Works']]);
  });

  it('an empty list says what it is for, and a hidden one leaves the navigation until it is shown again', async () => {
    const user = await web.signIn();
    const { page } = user;
    await user.open('/document-types');
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    await checkAxe(page);
    expect(await propertiesOf(user)).toEqual([]);
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Document types' });
    await link.waitFor();
    await page.getByRole('button', { name: 'More for Document types' }).click();
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    await link.waitFor({ state: 'detached' });
    expect(await propertiesOf(user)).toEqual([['document_type', true, '']]);
    await page.getByRole('button', { name: 'More for Document types' }).click();
    await page.getByRole('menuitem', { name: 'Show again' }).click();
    await link.waitFor();
  });
});
