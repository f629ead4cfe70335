import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAxe } from './support/check-axe.js';
import { handInFile } from './support/hand-in-file.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { webTest, type SignedIn, type SignedUp } from './support/web-test.js';

interface FileRequest {
  id: string;
  title: string;
  token: string;
  url: string;
  isEnabled: boolean;
  expiresAt: string | null;
  maxFiles: number | null;
  isPasswordProtected: boolean;
}

describe('the pages of file requests', () => {
  const web = webTest();
  const create = async ({ call, organizationId }: SignedUp, fields: object): Promise<FileRequest> =>
    (await call<{ fileRequest: FileRequest }>('POST', `/api/organizations/${organizationId}/file-requests`, fields))
      .fileRequest;
  const read = async ({ call, organizationId }: SignedIn, id: string): Promise<FileRequest> =>
    (await call<{ fileRequest: FileRequest }>('GET', `/api/organizations/${organizationId}/file-requests/${id}`))
      .fileRequest;
  const handIn = (token: string, file: { name: string; content?: string; senderName?: string }) =>
    handInFile(
      { baseUrl: web.app.baseUrl, token },
      { content: `${file.name} ${randomBytes(8).toString('hex')}`, ...file },
    );
  const list = (page: Page) => page.getByRole('list', { name: 'File requests' });

  it('a file request is created with tags, limits and a password, and the list offers its link for copying', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    await call('POST', `/api/organizations/${organizationId}/tags`, { name: 'Receipt', color: '#336699' });
    await open('/documents');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByText('No file requests').waitFor();
    await checkAxe(page);
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'New file request' }).waitFor();

    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Enter a title.').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('Receipts for July');
    await page.getByRole('textbox', { name: 'Message' }).fill('All of them,\nplease.');
    await page.getByRole('combobox', { name: 'Tags' }).fill('rec');
    await page.getByRole('option', { name: 'Receipt' }).click();
    await page.getByRole('button', { name: 'Generate' }).click();
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toMatch(
      /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/,
    );
    await page.getByRole('spinbutton', { name: 'Maximum number of files' }).fill('0');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Enter a whole number from 1 to 10,000.').waitFor();
    await page.getByRole('spinbutton', { name: 'Maximum number of files' }).fill('3');
    await page.getByRole('textbox', { name: 'Maximum file size (MB)' }).fill('2.5');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create link' }).click();

    await page.getByRole('heading', { level: 1, name: 'Receipts for July' }).waitFor();
    await page.getByText('Anyone with this link and the password can send files.').waitFor();
    await page.getByText('Nothing yet.').waitFor();
    await checkAxe(page);
    const id = page.url().split('/').at(-1) ?? '';
    const request = await read(user, id);
    expect(request).toMatchObject({
      ...{ title: 'Receipts for July', message: 'All of them,\nplease.', maxFiles: 3, maxFileBytes: 2_500_000 },
      isPasswordProtected: true,
    });
    expect(request.url).toBe(`${web.app.baseUrl}/drop/${request.token}`);
    await page.getByText(request.url).waitFor();

    await open('/file-requests');
    const row = list(page).getByRole('listitem').filter({ hasText: 'Receipts for July' });
    await row.getByText('Accepts files').waitFor();
    await row.getByText('With a password').waitFor();
    await row.getByRole('button', { name: 'Copy link of Receipts for July' }).waitFor();
    await checkAxe(page);
    await row.getByRole('link', { name: 'Receipts for July' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receipts for July' }).waitFor();
  });

  it('received files are shown live, with hostile titles and names as text, and lead to the documents', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const title = HOSTILE_NAMES[0]!;
    const { id, token } = await create(user, { title, message: HOSTILE_NAMES[1]! });
    await open(`/file-requests/${id}`);
    await page.getByText('Nothing yet.').waitFor();
    const [first, ...others] = HOSTILE_NAMES.filter((name) => !name.includes('/'));
    expect(await handIn(token, { name: first!, senderName: HOSTILE_NAMES[3]! })).toBe(201);
    const files = page.getByRole('list', { name: 'Received files' });
    await files.getByText(`From ${HOSTILE_NAMES[3]!}`).waitFor();
    for (const name of others) expect(await handIn(token, { name, senderName: name })).toBe(201);
    await files.getByRole('listitem').nth(others.length).waitFor();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await checkAxe(page);
    await open('/file-requests');
    await list(page).getByRole('link', { name: title }).waitFor();
    await list(page)
      .getByText(`${others.length + 1} files`)
      .waitFor();
    await open('/activity');
    await page.getByText('came in by the file request').first().waitFor();
    await checkAxe(page);
    expect(await page.evaluate('window.hostile')).toBeUndefined();

    await open(`/file-requests/${id}`);
    await files.getByRole('link').last().click();
    await page.waitForURL(/\/documents\/doc_/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate('window.hostile')).toBeUndefined();
  });

  it('the page says that a file was here before, which visitors do not learn', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const { id, token } = await create(user, { title: 'Letters' });
    const content = `the same ${randomBytes(8).toString('hex')}`;
    expect(await handIn(token, { name: 'first.txt', content })).toBe(201);
    expect(await handIn(token, { name: 'second.txt', content })).toBe(201);
    await open(`/file-requests/${id}`);
    const row = page.getByRole('list', { name: 'Received files' }).getByRole('listitem').filter({ hasText: 'second' });
    await row.getByText('Already here').waitFor();
  });

  it('a file request is changed, switched off and on with undo, and deleted with its link', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const expiresAt = '2036-07-14T08:30:00.000Z';
    const { id, url, token } = await create(user, { title: 'Bills', maxFiles: 1, expiresAt });
    await open(`/file-requests/${id}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Bills and receipts');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Bills and receipts' }).waitFor();
    expect((await read(user, id)).expiresAt).toBe(expiresAt); // the time of another program stays
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bills', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Bills');

    await page.getByRole('switch', { name: 'On' }).uncheck();
    await page.getByText('The link is off.').waitFor();
    expect(await handIn(token, { name: 'late.txt' })).toBe(410);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Anyone with this link can send files.').waitFor();
    expect(await handIn(token, { name: 'in time.txt' })).toBe(201);
    await page.getByText('The maximum number of files has come in.').waitFor();
    await checkAxe(page);

    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Remove password' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Maximum number of files' }).fill('');
    await page.getByRole('checkbox', { name: 'Remove password' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Anyone with this link can send files.').waitFor();
    expect(await read(user, id)).toMatchObject({ isPasswordProtected: false, maxFiles: null });

    await page.getByRole('button', { name: 'Delete file request' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Delete “Bills”?' });
    await question.waitFor();
    await checkAxe(page);
    await question.getByRole('button', { name: 'Delete file request' }).click();
    await page.getByText('No file requests').waitFor();
    expect((await fetch(url.replace('/drop/', '/api/file-requests/'))).status).toBe(404);
    await open(`/file-requests/${id}`);
    await page.getByText('This file request does not exist').waitFor();
  });

  it('the pages of file requests fit on a phone, in German and French too', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const { id } = await create(user, { title: 'a'.repeat(120), maxFiles: 3 });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/file-requests', '/file-requests/create', `/file-requests/${id}`]) {
      await open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([path, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([path, 360]);
    }
    await checkAxe(page);
    for (const [language, heading, state] of [
      ['de', 'Dateianfragen', 'Nimmt Dateien an'],
      ['fr', 'Demandes de fichiers', 'Accepte des fichiers'],
    ]) {
      await page.evaluate(`localStorage.setItem('archivolt.appearance', '{"language":"${language}"}')`);
      await open('/file-requests');
      await page.getByRole('heading', { level: 1, name: heading! }).waitFor();
      await page.getByText(state!).waitFor();
    }
  });

  it('viewers cannot open the pages of file requests, and read whom to ask', async () => {
    const owner = await web.signUp();
    const { id } = await create(owner, { title: 'Bills' });
    const guest = await web.signIn({ organization: 'Of a guest' });
    const base = `/api/organizations/${owner.organizationId}`;
    await owner.call('POST', `${base}/members/invitations`, { email: guest.email, role: 'viewer' });
    const { invitations } = await guest.call<{ invitations: { id: string }[] }>('GET', '/api/invitations');
    await guest.call('POST', `/api/invitations/${invitations[0]?.id}/accept`);
    for (const path of ['/file-requests', '/file-requests/create', `/file-requests/${id}`]) {
      await guest.page.goto(`${web.app.baseUrl}/organizations/${owner.organizationId}${path}`);
      await guest.page.getByText('Viewers cannot see file requests').waitFor();
    }
  });
});
