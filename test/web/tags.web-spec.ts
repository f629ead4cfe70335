import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn } from './support/web-test.js';

interface Tag {
  id: string;
  name: string;
  color: string;
  description: string | null;
}

describe('the page of tags', () => {
  const web = webTest();
  const tagsOf = async ({ call, organizationId }: SignedIn) =>
    (await call<{ tags: Tag[] }>('GET', `/api/organizations/${organizationId}/tags`)).tags;
  const makeTag = ({ call, organizationId }: SignedIn, name: string, color = '#2D8FD5') =>
    call<{ tag: Tag }>('POST', `/api/organizations/${organizationId}/tags`, { name, color });

  it('the page explains tags, creates one with a colour, changes it, and undoes the change', async () => {
    const user = await web.signIn();
    const { page } = user;
    await user.open('/tags');
    await page.getByRole('heading', { name: 'No tags yet' }).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create first tag' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter a name for the tag.').waitFor();
    await dialog.getByLabel('Name').fill(' Invoices ');
    await dialog.getByRole('radio', { name: '#2E9E5B' }).check({ force: true });
    await dialog.getByLabel('Description').fill('What we pay');
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('list', { name: 'Tags' }).getByText('Invoices').waitFor();
    expect(await tagsOf(user)).toMatchObject([{ name: 'Invoices', color: '#2E9E5B', description: 'What we pay' }]);
    await page.getByRole('button', { name: 'Edit Invoices' }).click();
    await dialog.getByLabel('Name').fill('Bills');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Tag “Bills” saved.').waitFor();
    await dialog.getByLabel('Name').waitFor({ state: 'detached' }); // until then it takes the keys
    expect(await tagsOf(user)).toMatchObject([{ name: 'Bills' }]);
    await page.keyboard.press('z');
    await page.getByRole('list', { name: 'Tags' }).getByText('Invoices').waitFor();
    await checkAxe(page);
  });

  it('a tag is put below another one, which the list shows and a search of the other one finds', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    for (const name of ['Money', 'Art'])
      await call('POST', `/api/organizations/${organizationId}/tags`, { name, color: '#2E9E5B' });
    await user.open('/tags');
    const list = page.getByRole('list', { name: 'Tags' });
    await list.getByRole('listitem').nth(1).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Bills');
    await dialog.getByRole('combobox', { name: 'Below the tag' }).fill('mon');
    await page.getByRole('option', { name: 'Money' }).click();
    await page.keyboard.press('Escape');
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await list.getByText('below Money').waitFor();
    expect(await list.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Art/),
      expect.stringMatching(/^Money/),
      expect.stringMatching(/^Bills.*below Money/),
    ]);
    await page.getByRole('button', { name: 'Edit Money' }).click();
    await dialog.getByRole('combobox', { name: 'Below the tag' }).fill('b');
    await page.getByText('No matches.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit Bills' }).click();
    await dialog.getByRole('button', { name: 'Remove Money' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await list.getByText('below Money').waitFor({ state: 'detached' });
  });

  it('the page shows at the field what the server refused', async () => {
    const user = await web.signIn();
    const { page } = user;
    await makeTag(user, 'House');
    await user.open('/tags');
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('HOUSE');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /exists/ })
      .waitFor();
    await dialog.getByRole('button', { name: 'Random' }).click();
    await eventually(async () =>
      expect(await dialog.getByLabel('Color code (#RRGGBB)').inputValue()).toMatch(/^#[0-9A-F]{6}$/),
    );
  });

  it('the page finds and sorts tags, keeps both in the address, and leads to the documents of a tag', async () => {
    const user = await web.signIn();
    const { page } = user;
    for (const name of ['Two words', 'House 2', 'House 10']) await makeTag(user, name);
    await user.open('/tags?q=house&sort=newest');
    const rows = page.getByRole('list', { name: 'Tags' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual([expect.stringMatching(/^House 10/), expect.stringMatching(/^House 2/)]);
    await page.getByLabel('Sort by').selectOption('name');
    await page.waitForURL(/sort=name/);
    await rows.first().getByText('House 2', { exact: true }).waitFor();
    await page.getByLabel('Search tags').fill('nothing');
    await page.getByRole('button', { name: 'Show all tags' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Two words' })
      .getByRole('link', { name: '0 documents' })
      .click();
    await page.waitForURL((url) => url.searchParams.get('q') === 'tag:"Two words"');
  });

  it('a tag is deleted after the page said how many documents lose it', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    const { tag } = await makeTag(user, 'Old');
    const documentId = await uploadText(user, 'a.txt', 'one');
    await call('POST', `/api/organizations/${organizationId}/documents/${documentId}/tags`, { tagId: tag.id });
    await user.open('/tags');
    await page.getByRole('button', { name: 'More for Old' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete tag “Old”?' });
    await dialog.getByText('1 document and all tagging rules lose it.').waitFor();
    await dialog.getByRole('button', { name: 'Delete tag' }).click();
    await page.getByRole('heading', { name: 'No tags yet' }).waitFor();
    expect(await tagsOf(user)).toEqual([]);
  });

  it('merges a tag into another one', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    const [{ tag: from }] = [await makeTag(user, 'Bill'), await makeTag(user, 'Invoice')];
    const documentId = await uploadText(user, 'b.txt', 'two');
    await call('POST', `/api/organizations/${organizationId}/documents/${documentId}/tags`, { tagId: from.id });
    await user.open('/tags');
    await page.getByRole('button', { name: 'More for Bill' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another tag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge a tag into another' });
    await dialog.getByLabel('Into').selectOption({ label: 'Invoice' });
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await dialog.getByText('Tags merged.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('listitem').filter({ hasText: 'Invoice' }).getByRole('link', { name: '1 document' }).waitFor();
    expect((await tagsOf(user)).map(({ name }) => name)).toEqual(['Invoice']);
  });

  it('hostile names and descriptions of tags are shown as text', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    for (const name of HOSTILE_NAMES) {
      const body = { name: name.slice(0, 64), color: '#B24FC4', description: name.slice(0, 256) };
      await call('POST', `/api/organizations/${organizationId}/tags`, body);
    }
    await user.open('/tags');
    const rows = page.getByRole('list', { name: 'Tags' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(HOSTILE_NAMES.length);
    const text = (await rows.allInnerTexts()).join('\n');
    for (const name of HOSTILE_NAMES) expect(text).toContain(name.trim().slice(0, 64).replaceAll(/\s+/g, ' '));
    expect(await page.evaluate('window.hostile')).toBeUndefined();
    await checkAxe(page);
  });
});
