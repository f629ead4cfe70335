import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Download, Page } from 'playwright-core';
import { documentsPage, untilFound } from './pages/documents-page.js';
import { checkAxe } from './support/check-axe.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { readZip } from './support/read-zip.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

interface Manifest {
  documents: { id: string; file: string | null }[];
}

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected documents' });
const tray = (page: Page) => page.getByRole('region', { name: 'Background work' });

/** What the browser downloads because of an action. */
async function downloadOf(page: Page, act: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download');
  await act();
  return download;
}

/** The files of an archive besides its list, and the list. */
async function contentsOf(download: Download): Promise<{ files: Map<string, string>; manifest: Manifest }> {
  const all = readZip(await readFile(await download.path()));
  const manifest = JSON.parse(String(all.get('manifest.json'))) as Manifest;
  all.delete('manifest.json');
  return { files: new Map([...all].map(([name, content]) => [name, String(content)])), manifest };
}

describe('downloading many documents', () => {
  const web = webTest({ DOCUMENT_ARCHIVES_MAX_STREAMED_DOCUMENTS: '3', DOCUMENT_ARCHIVES_PREPARED_PER_USER: '1' });

  it('the selected documents are downloaded as a zip file with their names and contents', async () => {
    const user = await web.signIn({ organization: 'Miller & Sons' });
    const { page } = user;
    const texts = new Map([
      ['one.txt', `first ${randomBytes(8).toString('hex')}`],
      ['two.txt', `second ${randomBytes(8).toString('hex')}`],
    ]);
    for (const [name, content] of texts) await uploadText(user, name, content);
    await uploadText(user, 'not this.txt', randomBytes(8).toString('hex'));
    await user.open('/documents');
    for (const name of texts.keys()) await documentsPage(page).row(name).getByRole('checkbox').check();
    await toolbar(page).getByText('2 selected').waitFor();
    await checkAxe(page);
    const download = await downloadOf(page, () =>
      toolbar(page).getByRole('button', { name: 'Download' }).press('Enter'),
    );
    expect(download.suggestedFilename()).toMatch(/^Miller & Sons-\d{4}-\d\d-\d\d\.zip$/);
    await page.getByText('The download of 2 documents has started.').waitFor();
    const { files, manifest } = await contentsOf(download);
    expect(new Map([...files].sort())).toEqual(texts);
    expect(manifest.documents.map(({ file }) => file).sort()).toEqual([...texts.keys()]);
  });

  it('all documents that match a search are downloaded, by the keyboard alone, under safe names', async () => {
    const user = await web.signIn();
    const { page } = user;
    const list = documentsPage(page);
    const [first, second] = [HOSTILE_NAMES[2]!, HOSTILE_NAMES[3]!];
    await uploadText(user, `${first}.txt`, 'marzipan and one');
    await uploadText(user, `${second}.txt`, 'marzipan and two');
    await uploadText(user, 'other.txt', 'nougat');
    await untilFound(user, 'marzipan', 2);
    await user.open('/documents?q=marzipan');
    await list.row(`${first}.txt`).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('All 2 that match are selected').waitFor();
    const { files } = await contentsOf(await downloadOf(page, () => page.keyboard.press('Shift+D')));
    expect([...files.values()].sort()).toEqual(['marzipan and one', 'marzipan and two']);
    for (const name of files.keys()) expect(name).not.toMatch(/[/\\:*?"<>|]|^\.|\.$/);
    expect(await page.evaluate('window.hostile')).toBeUndefined();

    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command menu' });
    await palette.waitFor();
    await page.keyboard.type('download all');
    const option = page.getByRole('option', { name: 'Download all documents of this list' });
    await option.waitFor();
    const again = await contentsOf(await downloadOf(page, () => option.click()));
    expect([...again.files.keys()].sort()).toEqual([...files.keys()].sort());
  });

  it('a large archive is prepared in the background, and its download is offered even after a reload', async () => {
    const user = await web.signIn();
    const { page } = user;
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    for (const name of names) await uploadText(user, name, `${name} ${randomBytes(8).toString('hex')}`);
    await user.open('/documents');
    await documentsPage(page).row('a.txt').waitFor();
    await page.keyboard.press('Control+a');
    await toolbar(page).getByRole('button', { name: 'Download' }).click();
    const button = tray(page).getByRole('button', { name: 'Download' });
    await button.waitFor();
    await checkAxe(page);
    const { files } = await contentsOf(await downloadOf(page, () => button.click()));
    expect([...files.keys()].sort()).toEqual(names);

    await page.reload();
    const again = await contentsOf(await downloadOf(page, () => button.click()));
    expect([...again.files.keys()].sort()).toEqual(names);

    // The server keeps one at a time here, so the next one needs the place of this.
    await page.keyboard.press('Control+a');
    await toolbar(page).getByRole('button', { name: 'Download' }).click();
    await page.getByText('You have as many prepared archives as are kept').first().waitFor();
    await tray(page).getByRole('button', { name: 'Delete zip file' }).click();
    await tray(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+D');
    await button.waitFor();
  });

  it('the page says why an archive is not available, instead of a broken download', async () => {
    const user = await web.signIn();
    const { page, organizationId, call } = user;
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await uploadText(user, name, name + organizationId);
    await user.open('/documents');
    await documentsPage(page).row('a.txt').waitFor();
    await page.keyboard.press('Control+a');
    await toolbar(page).getByRole('button', { name: 'Download' }).click();
    const button = tray(page).getByRole('button', { name: 'Download' });
    await button.waitFor();
    const { tasks } = await call<{ tasks: { result: { archiveId: string } }[] }>(
      'GET',
      `/api/organizations/${organizationId}/tasks`,
    );
    await call('DELETE', `/api/organizations/${organizationId}/document-archives/${tasks[0]?.result.archiveId ?? ''}`);
    let isDownloaded = false;
    page.once('download', () => (isDownloaded = true));
    await button.click();
    await page.getByText('This download has expired. Select the documents again.').first().waitFor();
    expect(isDownloaded).toBe(false);
  });

  it('viewers may download many documents, also as background work, and on a phone', async () => {
    const owner = await web.signUp();
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await uploadText(owner, name, name + owner.userId);
    const guest = await web.signIn({ organization: 'Of a guest' });
    const base = `/api/organizations/${owner.organizationId}`;
    await owner.call('POST', `${base}/members/invitations`, { email: guest.email, role: 'viewer' });
    const { invitations } = await guest.call<{ invitations: { id: string }[] }>('GET', '/api/invitations');
    await guest.call('POST', `/api/invitations/${invitations[0]?.id}/accept`);
    const { page } = guest;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${web.app.baseUrl}/organizations/${owner.organizationId}/documents`);
    await page.getByText('a.txt').first().waitFor();
    await page.keyboard.press('Control+a');
    await toolbar(page).getByRole('button', { name: 'Download' }).click();
    const button = tray(page).getByRole('button', { name: 'Download' });
    await button.waitFor();
    await checkAxe(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    const { files } = await contentsOf(await downloadOf(page, () => button.click()));
    expect(files.size).toBe(4);
  });
});
