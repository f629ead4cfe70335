import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAxe } from './support/check-axe.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { join } from './support/join.js';
import { shareDocument } from './support/share.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn, type SignedUp } from './support/web-test.js';

describe('links to documents', () => {
  const web = webTest();

  const openDialog = async ({ page }: SignedIn, name: string) => {
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.locator('main').press('s');
    const dialog = page.getByRole('dialog', { name: 'Share with a link' });
    await dialog.waitFor();
    return dialog;
  };
  const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
  const trash = ({ call, organizationId }: SignedUp, id: string) =>
    call('DELETE', `/api/organizations/${organizationId}/documents/${id}`);

  it('links are made on the page of a document, with a password, an end and a limit, and open it for visitors', async () => {
    const owner = await web.signIn();
    const { page } = owner;
    const id = await uploadText(owner, 'contract.txt', 'the text of the contract');
    await owner.open(`/documents/${id}`);
    const dialog = await openDialog(owner, 'contract.txt');
    await dialog.getByText('None yet.').waitFor();
    await checkAxe(page);

    await dialog.getByLabel('Expires').selectOption('In 24 hours');
    await dialog.getByLabel('Maximum downloads').fill('many');
    await dialog.getByText('Enter a whole number from 1 to 1,000,000.').waitFor();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByLabel('Maximum downloads').fill('2');
    await dialog.getByRole('button', { name: 'Generate' }).click();
    const password = await dialog.getByRole('textbox', { name: 'Password' }).inputValue();
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();

    const made = dialog.getByRole('status').filter({ hasText: 'The link is ready.' });
    await made.getByText(password).waitFor();
    const url = (await made.locator('code').first().textContent()) ?? '';
    expect(url).toMatch(new RegExp(`^${web.app.baseUrl}/share/[A-Za-z0-9]{64}$`));
    const row = dialog.getByRole('list', { name: 'Share links' }).getByRole('listitem');
    await row.getByText('Active').waitFor();
    await row.getByText('0 of 2 downloads').waitFor();
    await row.getByText('Never opened').waitFor();
    await checkAxe(page);

    const visitor = await web.visit(new URL(url).pathname);
    await visitor.page.getByLabel('Password').fill(password);
    await visitor.page.getByRole('button', { name: 'Open' }).click();
    await visitor.page.getByRole('heading', { level: 1, name: 'contract.txt' }).waitFor();
    const saved = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('button', { name: 'Download' }).click();
    await saved;
    // Without a reload: what visitors did is asked for again while the links are shown.
    await row.getByText('1 of 2 downloads').waitFor();
    await row.getByText('1 view', { exact: true }).waitFor();

    await page.setViewportSize({ width: 360, height: 740 });
    await dialog.getByRole('button', { name: 'Create another link' }).click();
    await checkAxe(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  it('links are listed with their state, switched off and on with undo, changed, and deleted after a question', async () => {
    const owner = await web.signIn();
    const { page, call, organizationId } = owner;
    await owner.open('/share-links');
    await page.getByText('No links').waitFor();
    await checkAxe(page);

    const links = `/api/organizations/${organizationId}/share-links`;
    const ids: Record<string, string> = {};
    for (const name of ['active', 'expired', 'off', 'trashed'])
      ids[name] = await uploadText(owner, `${name}.txt`, `the text of ${name}`);
    await shareDocument(owner, ids['active'] ?? '', { password: 'open sesame' });
    await shareDocument(owner, ids['expired'] ?? '', { expiresAt: '2020-01-01T00:00:00Z' });
    const off = await shareDocument(owner, ids['off'] ?? '');
    await call('PATCH', `${links}/${off.id}`, { isEnabled: false });
    await shareDocument(owner, ids['trashed'] ?? '');
    await trash(owner, ids['trashed'] ?? '');
    for (const [name, state] of [
      ['active.txt', 'Active'],
      ['expired.txt', 'Expired'],
      ['off.txt', 'Off'],
      ['trashed.txt', 'In the trash'],
    ] as const)
      await rowOf(page, name).getByText(state, { exact: true }).waitFor();
    await rowOf(page, 'active.txt').getByText('Password', { exact: true }).waitFor();
    await checkAxe(page);
    await page.getByLabel('Which links').selectOption('Active');
    await rowOf(page, 'off.txt').waitFor({ state: 'detached' });
    await page.getByLabel('Which links').selectOption('All links');

    const row = rowOf(page, 'active.txt');
    await row.getByRole('switch').click();
    await row.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Active', { exact: true }).waitFor();

    await row.getByRole('button', { name: 'Link actions' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit link' });
    await edit.getByLabel('Expires').selectOption('On a date');
    await edit.getByLabel('Expires on').fill('2040-05-17');
    await edit.getByLabel('Remove password').check();
    await checkAxe(page);
    await edit.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Expires May 17, 2040, 11:59 PM').waitFor();
    await row.getByText('Password', { exact: true }).waitFor({ state: 'detached' });

    await row.getByRole('button', { name: 'Link actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete link' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this link?' });
    await checkAxe(page);
    await question.getByRole('button', { name: 'Delete link' }).click();
    await row.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await checkAxe(page);
  });

  it('a link shows its views, downloads and wrong passwords, newest first', async () => {
    const owner = await web.signIn();
    const { page } = owner;
    const id = await uploadText(owner, 'contract.txt', 'the text of the contract');
    const link = await shareDocument(owner, id, { password: 'open sesame' });
    await owner.open('/share-links');
    const openLog = async () => {
      await page.getByRole('button', { name: 'Link actions' }).click();
      await page.getByRole('menuitem', { name: 'Who opened it' }).click();
      return page.getByRole('dialog', { name: 'Who opened the link' });
    };
    const empty = await openLog();
    await empty.getByText('Not opened yet.').waitFor();
    await empty.getByRole('button', { name: 'Close' }).click();

    const visitor = (await web.visit(`/share/${link.token}`)).page;
    for (const password of ['wrong', 'open sesame']) {
      await visitor.getByLabel('Password').fill(password);
      await visitor.getByRole('button', { name: 'Open' }).click();
      if (password === 'wrong') await visitor.getByText(/The password is wrong/).waitFor();
    }
    const saved = visitor.waitForEvent('download');
    await visitor.getByRole('button', { name: 'Download' }).click();
    await saved;
    const log = await openLog();
    const visits = log.getByRole('list', { name: 'Visits' }).getByRole('listitem');
    await visits.first().getByText('Downloaded').waitFor();
    expect(await visits.allTextContents()).toEqual([
      expect.stringMatching(/^Downloaded.*Chrome/),
      expect.stringMatching(/^Opened/),
      expect.stringMatching(/^Wrong password/),
    ]);
    await checkAxe(page);
  });

  it('links appear on the pages of other members at once, and are hidden from viewers', async () => {
    const owner = await web.signUp();
    const grace = await join(web, owner, 'member', 'Grace Fields');
    const alan = await join(web, owner, 'viewer', 'Alan Smith');
    const address = `${web.app.baseUrl}/organizations/${owner.organizationId}`;
    const id = await uploadText(owner, 'contract.txt', 'the text of the contract');
    await grace.page.goto(`${address}/share-links`);
    await grace.page.getByText('No links').waitFor();
    await shareDocument(owner, id);
    const row = rowOf(grace.page, 'contract.txt');
    await row.getByText('Active').waitFor();
    await trash(owner, id);
    await row.getByText('In the trash').waitFor();

    await alan.page.goto(`${address}/share-links`);
    await alan.page.getByText('Viewers cannot see links').waitFor();
    await checkAxe(alan.page);
    await owner.call('POST', `/api/organizations/${owner.organizationId}/documents/${id}/restore`);
    await alan.page.goto(`${address}/documents/${id}`);
    await alan.page.getByRole('heading', { level: 1, name: 'contract.txt' }).waitFor();
    expect(await alan.page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  });

  it('the palette and keys open links, and names that people gave are shown as text', async () => {
    const owner = await web.signIn();
    const { page, organizationId, call } = owner;
    const id = await uploadText(owner, 'contract.txt', 'the text of the contract');
    await shareDocument(owner, id);
    await owner.open(`/documents/${id}`);
    await page.getByRole('heading', { level: 1, name: 'contract.txt' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command menu' }).waitFor();
    await page.keyboard.type('share');
    await page.getByRole('group', { name: 'Document', exact: true }).getByRole('option', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share with a link' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('main').press('g');
    await page.keyboard.press('l');
    await page.waitForURL(/\/share-links$/);
    for (const name of HOSTILE_NAMES) {
      await call('PATCH', `/api/organizations/${organizationId}/documents/${id}`, { name });
      const link = page.locator('main li a', { hasText: name });
      expect(await link.textContent()).toBe(name);
    }
    expect(await page.evaluate('window.hostile')).toBeUndefined();
  });
});
