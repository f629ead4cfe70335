import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAxe } from './support/check-axe.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { webTest, type SignedUp } from './support/web-test.js';

interface FileRequest {
  id: string;
  token: string;
}

const text = (name: string, content = `${name} ${randomBytes(8).toString('hex')}`) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Chooses files as a person does, in the window of the system. */
async function choose(page: Page, files: readonly ReturnType<typeof text>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles([...files]);
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem').filter({ hasText: name });

describe('the page where visitors hand in files', () => {
  const web = webTest({ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '3000000' });
  const create = async ({ call, organizationId }: SignedUp, fields: object): Promise<FileRequest> =>
    (await call<{ fileRequest: FileRequest }>('POST', `/api/organizations/${organizationId}/file-requests`, fields))
      .fileRequest;
  const change = ({ call, organizationId }: SignedUp, { id }: FileRequest, fields: object) =>
    call('PATCH', `/api/organizations/${organizationId}/file-requests/${id}`, fields);
  const namesOf = async ({ call, organizationId }: SignedUp): Promise<string[]> =>
    (await call<{ documents: { name: string }[] }>('GET', `/api/organizations/${organizationId}/documents`)).documents
      .map(({ name }) => name)
      .sort();

  it('a visitor sends several files one after the other, which are found in the archive with the tags of the request', async () => {
    const user = await web.signIn({ organization: 'Miller & Sons' });
    const { tag } = await user.call<{ tag: { id: string } }>('POST', `/api/organizations/${user.organizationId}/tags`, {
      ...{ name: 'receipt', color: '#336699' },
    });
    const { token } = await create(user, {
      ...{ title: 'Receipts for July', message: 'All of them,\nplease.', tagIds: [tag.id] },
      ...{ maxFiles: 5, expiresAt: '2036-07-14T08:30:00.000Z' },
    });
    const { page } = await web.visit(`/drop/${token}`);
    await page.getByRole('heading', { level: 1, name: 'Receipts for July' }).waitFor();
    await page.getByText('Miller & Sons is asking you for files.').waitFor();
    await page.getByText('Files can be up to 3 MB.').waitFor();
    await page.getByText('You can send 5 more files.').waitFor();
    await checkAxe(page);

    const word = `marzipan${randomBytes(4).toString('hex')}`;
    await choose(page, [text('one.txt', `Invoice for ${word}`), text('two.txt'), text('not this.txt')]);
    await choose(page, [text('empty.txt', '')]);
    await rowOf(page, 'empty.txt').getByText('The file is empty.').waitFor();
    await page.getByRole('button', { name: 'Remove not this.txt' }).click();
    await page.getByLabel('Your name (optional)').fill('Grace Fields');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Send 2 files' }).press('Enter');
    await page.getByText('Thank you, 2 files were received.').waitFor();
    await rowOf(page, 'one.txt').getByText('Received').waitFor();
    await page.getByText('You can send 3 more files.').waitFor();
    await checkAxe(page);

    expect(await namesOf(user)).toEqual(['one.txt', 'two.txt']);
    await user.open(`/documents?q=${word}`);
    const found = user.page
      .getByRole('row')
      .filter({ has: user.page.getByRole('link', { name: 'one.txt', exact: true }) });
    await found.getByRole('button', { name: 'receipt' }).waitFor();
  });

  it('a visitor may drop files anywhere on the page', async () => {
    const user = await web.signUp();
    const { token } = await create(user, { title: 'Letters' });
    const { page } = await web.visit(`/drop/${token}`);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    })()`);
    await rowOf(page, 'dropped.txt').waitFor();
    await page.getByRole('button', { name: 'Send 1 file' }).click();
    await page.getByText('Thank you, 1 file was received.').waitFor();
    expect(await namesOf(user)).toEqual(['dropped.txt']);
  });

  it('the page is empty before the password, and asks for a changed one again with the files still chosen', async () => {
    const user = await web.signUp();
    const request = await create(user, { title: 'Confidential', password: 'the first one' });
    const { page } = await web.visit(`/drop/${request.token}`);
    await page.getByRole('heading', { level: 1, name: 'This page is protected' }).waitFor();
    expect(await page.content()).not.toContain('Confidential');
    await checkAxe(page);
    await page.getByLabel('Password').fill('a guess');
    await page.keyboard.press('Enter');
    await page.getByText('The password is wrong.').waitFor();
    await checkAxe(page);
    await page.getByLabel('Password').fill('the first one');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Confidential' }).waitFor();

    await choose(page, [text('one.txt'), text('two.txt')]);
    await change(user, request, { password: 'the second one' });
    await page.getByRole('button', { name: 'Send 2 files' }).click();
    await page.getByText('Your files are still selected.').waitFor();
    await page.getByLabel('Password').fill('the second one');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send 2 files' }).click();
    await page.getByText('Thank you, 2 files were received.').waitFor();
    expect(await namesOf(user)).toEqual(['one.txt', 'two.txt']);
  });

  it('the page opens when the password was removed while it was asked for', async () => {
    const user = await web.signUp();
    const request = await create(user, { title: 'Open again', password: 'the first one' });
    const { page } = await web.visit(`/drop/${request.token}`);
    await page.getByRole('heading', { level: 1, name: 'This page is protected' }).waitFor();
    await change(user, request, { password: null });
    await page.getByLabel('Password').fill('the first one');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Open again' }).waitFor();
  });

  it('the page says why it cannot be opened again after the password, and keeps the files', async () => {
    const user = await web.signUp();
    const request = await create(user, { title: 'Confidential', password: 'the first one' });
    const { page, complaints } = await web.visit(`/drop/${request.token}`);
    await page.getByLabel('Password').fill('the first one');
    await page.keyboard.press('Enter');
    await choose(page, [text('one.txt')]);
    await change(user, request, { password: 'the second one' });
    await page.getByRole('button', { name: 'Send 1 file' }).click();
    await page.getByText('Your files are still selected.').waitFor();
    const address = `**/api/file-requests/${request.token}`;
    await page.route(address, (route) => route.abort());
    await page.getByLabel('Password').fill('the second one');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'This page could not be shown' }).waitFor();
    await page.unroute(address);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Send 1 file' }).click();
    await page.getByText('Thank you, 1 file was received.').waitFor();
    complaints.splice(0); // the browser reports the lost connection
  });

  it('the page refuses files that are too large before they are sent, and stops when the link accepts no more', async () => {
    const user = await web.signUp();
    const request = await create(user, { title: 'Small ones', maxFileBytes: 1000, maxFiles: 1 });
    const { page } = await web.visit(`/drop/${request.token}`);
    await page.getByText('You can send 1 more file.').waitFor();
    await choose(page, [text('large.txt', 'x'.repeat(1001)), text('one.txt'), text('two.txt'), text('three.txt')]);
    await rowOf(page, 'large.txt').getByText('Larger than this link’s limit of 1 kB.').waitFor();
    await page.getByRole('button', { name: 'Send 3 files' }).click();
    await page.getByText('Thank you, 1 file was received.').waitFor();
    for (const name of ['two.txt', 'three.txt'])
      await rowOf(page, name).getByText('This link has received its maximum number of files.').waitFor();
    expect(await namesOf(user)).toEqual(['one.txt']);

    await change(user, request, { isEnabled: false });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'This link is no longer available' }).waitFor();
    await checkAxe(page);
  });

  it('files that could not be sent without a connection are kept, and sent again on request', async () => {
    const user = await web.signUp();
    const { token } = await create(user, { title: 'Letters' });
    const { page, complaints } = await web.visit(`/drop/${token}`);
    await choose(page, [text('one.txt'), text('two.txt')]);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send 2 files' }).click();
    await rowOf(page, 'two.txt').getByText('The connection was lost.').waitFor();
    await checkAxe(page);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Retry one.txt' }).click();
    await page.getByText('Thank you, 1 file was received.').waitFor();
    await page.getByRole('button', { name: 'Retry two.txt' }).click();
    await page.getByText('Thank you, 2 files were received.').waitFor();
    expect(await namesOf(user)).toEqual(['one.txt', 'two.txt']);
    complaints.splice(0); // the browser reports the lost connection
  });

  it('a file is sent once when its response was lost, even under a name that was entered later', async () => {
    const user = await web.signUp();
    const { token } = await create(user, { title: 'Letters', maxFiles: 1 });
    const { page, complaints } = await web.visit(`/drop/${token}`);
    await choose(page, [text('one.txt')]);
    const address = `**/api/file-requests/${token}/files`;
    await page.route(address, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send 1 file' }).click();
    await rowOf(page, 'one.txt').getByText('The connection was lost.').waitFor();
    await page.unroute(address);
    await page.getByLabel('Your name (optional)').fill('Ada');
    await page.getByRole('button', { name: 'Retry one.txt' }).click();
    await page.getByText('Thank you, 1 file was received.').waitFor();
    expect(await namesOf(user)).toEqual(['one.txt']);
    complaints.splice(0); // the browser reports the lost connection
  });

  it('hostile titles, messages and file names are shown as text', async () => {
    const user = await web.signUp({ organization: HOSTILE_NAMES[1]! });
    const { token } = await create(user, { title: HOSTILE_NAMES[0]!, message: HOSTILE_NAMES[4]! });
    const { page } = await web.visit(`/drop/${token}`);
    await page.getByRole('heading', { level: 1, name: HOSTILE_NAMES[0]! }).waitFor();
    await page.getByText(`${HOSTILE_NAMES[1]!} is asking you for files.`).waitFor();
    await page.getByText(HOSTILE_NAMES[4]!).waitFor();
    const names = HOSTILE_NAMES.filter((name) => !name.includes('/'));
    await choose(
      page,
      names.map((name) => text(name)),
    );
    await page.getByRole('button', { name: `Send ${names.length} files` }).click();
    await page.getByText(`Thank you, ${names.length} files were received.`).waitFor();
    await checkAxe(page);
    expect(await page.evaluate('window.hostile')).toBeUndefined();
    expect(await namesOf(user)).toHaveLength(names.length);
  });

  it('the page for visitors fits on a phone, and has the language that the visitor chooses', async () => {
    const user = await web.signUp();
    const { token } = await create(user, { title: 'a'.repeat(120), message: 'b'.repeat(2000) });
    const { page } = await web.visit(`/drop/${token}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await choose(page, [text(`${'c'.repeat(200)}.txt`)]);
    await page.getByRole('button', { name: 'Send 1 file' }).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('button', { name: '1 Datei senden' }).waitFor();
    await page.getByLabel('Sprache').selectOption('fr');
    await page.getByRole('button', { name: 'Envoyer 1 fichier' }).click();
    await page.getByText('Merci, 1 fichier a été reçu.').waitFor();
    await checkAxe(page);
  });
});
