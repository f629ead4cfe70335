import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn } from './support/web-test.js';

describe('the page of the trash', () => {
  const web = webTest();
  const documentsOf = async ({ call, organizationId }: SignedIn, query = '') =>
    (
      await call<{ documents: { name: string }[] }>('GET', `/api/organizations/${organizationId}/documents${query}`)
    ).documents
      .map(({ name }) => name)
      .sort();
  const trash = async (user: SignedIn, ...names: string[]): Promise<string[]> => {
    const documentIds: string[] = [];
    for (const name of names) documentIds.push(await uploadText(user, name, `text of ${name}`));
    const path = `/api/organizations/${user.organizationId}/documents/batch/trash`;
    await user.call('POST', path, { filter: { documentIds } });
    return documentIds;
  };

  it('the page says how long documents stay, restores one, and undoes that', async () => {
    const user = await web.signIn();
    const { page } = user;
    await user.open('/deleted');
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    await checkAxe(page);
    await trash(user, 'one.txt', 'two.txt');
    await page.getByText('Documents are deleted permanently after 30 days in the trash.').waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'one.txt' });
    await row.getByText('30 days left').waitFor();
    await checkAxe(page);
    await row.getByRole('button', { name: 'Restore one.txt' }).click();
    await page.getByText('1 document was restored.').waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await documentsOf(user)).toEqual(['one.txt']);
    await page.keyboard.press('z');
    await row.waitFor();
    await eventually(async () => expect(await documentsOf(user)).toEqual([]));
  });

  it('several documents selected with Shift are restored, by the keyboard too', async () => {
    const user = await web.signIn();
    const { page } = user;
    await trash(user, 'a.txt', 'b.txt', 'c.txt', 'd.txt');
    await user.open('/deleted?sort=name&order=asc');
    await page.getByRole('checkbox', { name: 'Select a.txt' }).click();
    await page.getByRole('checkbox', { name: 'Select c.txt' }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selection actions' });
    await bar.getByText('3 selected').waitFor();
    await checkAxe(page);
    await bar.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('3 documents were restored.').waitFor();
    expect(await documentsOf(user)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+a');
    await bar.getByText('1 selected').waitFor();
    await page.keyboard.press('Shift+R');
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
  });

  it('one, several and all documents are deleted permanently, each time after a question', async () => {
    const user = await web.signIn();
    const { page } = user;
    await trash(user, '1.txt', '2.txt', '3.txt', '4.txt');
    await user.open('/deleted');
    await page.getByRole('button', { name: 'Delete 1.txt permanently' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Delete “1.txt” permanently?' }).waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete 1.txt permanently' }).click();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('1 document was deleted permanently.').waitFor();
    for (const name of ['2.txt', '3.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Delete permanently', exact: true }).click();
    await dialog.getByRole('heading', { name: 'Delete 2 documents permanently?' }).waitFor();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('2 documents were deleted permanently.').waitFor();
    expect(await documentsOf(user, '/deleted')).toEqual(['4.txt']);
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await dialog.getByText('1 document is deleted with its file and text.').waitFor();
    await dialog.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    await eventually(async () => expect(await documentsOf(user, '/deleted')).toEqual([]));
  });

  it('documents in the trash are found by their name, which stays in the address', async () => {
    const user = await web.signIn();
    const { page } = user;
    await trash(user, 'letter 1.txt', 'letter 2.txt', 'bill.txt');
    await user.open('/deleted');
    await page.getByLabel('Search trash by name').fill('LETTER');
    await page.getByRole('listitem').filter({ hasText: 'bill.txt' }).waitFor({ state: 'detached' });
    await page.getByText('2 documents', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('LETTER');
    await page.getByLabel('Search trash by name').fill('none');
    await page.getByRole('button', { name: 'Show whole trash' }).click();
    await page.getByText('3 documents', { exact: true }).waitFor();
  });

  it('hostile names of documents in the trash are shown as text', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      const id = await uploadText(user, `${index}.txt`, `hostile ${index}`);
      await call('PATCH', `/api/organizations/${organizationId}/documents/${id}`, { name });
      await call('DELETE', `/api/organizations/${organizationId}/documents/${id}`);
    }
    await user.open('/deleted');
    const rows = page.getByRole('list', { name: 'Documents in the trash' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(HOSTILE_NAMES.length);
    const text = (await rows.allInnerTexts()).join('\n');
    for (const name of HOSTILE_NAMES) expect(text).toContain(name);
    expect(await page.evaluate('window.hostile')).toBeUndefined();
    await checkAxe(page);
  });
});
