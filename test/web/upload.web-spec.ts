import { randomBytes } from 'node:crypto';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAxe } from './support/check-axe.js';
import { webTest } from './support/web-test.js';

const LARGEST = 12_000_000;

interface GivenFile {
  name: string;
  content: string;
  type?: string;
}

/** Dispatches what a browser does when files are dropped or pasted; the debugger cannot drag from outside. */
const hand = (page: Page, how: 'dragover' | 'drop' | 'paste', files: readonly GivenFile[]) =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const { name, content, type = 'text/plain' } of ${JSON.stringify(files)})
      data.items.add(new File([content], name, { type }));
    const options = { bubbles: true, cancelable: true };
    document.body.dispatchEvent(
      '${how}' === 'paste'
        ? new ClipboardEvent('paste', { ...options, clipboardData: data })
        : new DragEvent('${how}', { ...options, dataTransfer: data }),
    );
  })()`);

const trayOf = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const rowOf = (page: Page, name: string) => trayOf(page).getByRole('listitem').filter({ hasText: name });

describe('uploading in the pages', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'archivolt-folder-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const web = webTest({ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: String(LARGEST) });

  it('files that are dropped on the window are uploaded and followed until they are found', async () => {
    const { page, open } = await web.signIn();
    await open('/documents');
    await page.getByRole('button', { name: 'Add documents' }).first().waitFor();
    await hand(page, 'dragover', [{ name: 'a.txt', content: 'a' }]);
    await page.getByText('Drop files or folders to add them').waitFor();
    await hand(page, 'drop', [
      { name: 'marzipan.txt', content: `marzipan ${randomBytes(8).toString('hex')}` },
      { name: 'empty.txt', content: '' },
    ]);
    await rowOf(page, 'marzipan.txt').getByText('Found').waitFor();
    await rowOf(page, 'empty.txt').getByText('The file is empty.').waitFor();
    await trayOf(page).getByText('1 of 2 done, 1 needs you').waitFor();
    await checkAxe(page);
    await rowOf(page, 'marzipan.txt').getByRole('link', { name: 'Open' }).click();
    await page.waitForURL(/\/documents\/doc_/);
    await rowOf(page, 'marzipan.txt').waitFor(); // the tray stays while one moves through the pages
  });

  it('a pasted picture becomes a document with a dated name', async () => {
    const { page, open } = await web.signIn();
    await open('/documents');
    await page.getByRole('button', { name: 'Add documents' }).first().waitFor();
    await hand(page, 'paste', [{ name: 'image.png', content: randomBytes(40).toString('hex'), type: 'image/png' }]);
    await trayOf(page)
      .getByText(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/)
      .waitFor();
  });

  it('a folder is uploaded with its tags, and the page says what is already here', async () => {
    const { page, open, call, organizationId } = await web.signIn();
    const { tag } = await call<{ tag: { id: string } }>('POST', `/api/organizations/${organizationId}/tags`, {
      name: 'from a folder',
      color: '#336699',
    });
    await open('/documents');
    await page.getByRole('button', { name: 'Add documents' }).first().waitFor();
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog', { name: 'Add documents' });
    await dialog.getByRole('combobox', { name: 'Tags for these documents' }).fill('from a');
    await page.getByRole('option', { name: 'from a folder' }).click();
    await page.keyboard.press('Escape');
    await checkAxe(page);
    const content = `nougat ${randomBytes(8).toString('hex')}`;
    mkdirSync(join(folder, 'inside'), { recursive: true }); // a second try has it
    writeFileSync(join(folder, 'inside', 'letter.txt'), content);
    writeFileSync(join(folder, '.DS_Store'), 'not meant');
    await dialog.locator('input[webkitdirectory]').setInputFiles(folder);
    await rowOf(page, 'letter.txt').getByText('Found').waitFor();
    expect(await trayOf(page).getByRole('listitem').count()).toBe(1);
    const { documents } = await call<{ documents: { tags: { id: string }[] }[] }>(
      'GET',
      `/api/organizations/${organizationId}/documents`,
    );
    expect(documents.map(({ tags }) => tags.map(({ id }) => id))).toEqual([[tag.id]]);

    await hand(page, 'drop', [{ name: 'copy.txt', content }]);
    await rowOf(page, 'copy.txt').getByText('Already here: letter.txt').waitFor();
    await rowOf(page, 'copy.txt').getByRole('link', { name: 'Open' }).click();
    await page.waitForURL(/\/documents\/doc_/);
  });

  it('the tags in the name of a document that is already here are shown as text', async () => {
    const { page, open, call, organizationId } = await web.signIn();
    await open('/documents');
    await page.getByRole('button', { name: 'Add documents' }).first().waitFor();
    const content = `nougat ${randomBytes(8).toString('hex')}`;
    await hand(page, 'drop', [{ name: 'letter.txt', content }]);
    await rowOf(page, 'letter.txt').getByText('Found').waitFor();
    const base = `/api/organizations/${organizationId}/documents`;
    const { documents } = await call<{ documents: { id: string }[] }>('GET', base);
    const name = '<script>window.hostile=2</script> <b>letter</b>';
    await call('PATCH', `${base}/${documents[0]?.id}`, { name });
    await hand(page, 'drop', [{ name: 'copy.txt', content }]);
    await rowOf(page, 'copy.txt').getByText(`Already here: ${name}`).waitFor();
    expect(await page.evaluate('window.hostile')).toBeUndefined();
  });

  it('the page says that a file is too large before it is sent', async () => {
    const { page, open } = await web.signIn();
    await open('/documents');
    await page.getByRole('button', { name: 'Add documents' }).first().waitFor();
    await page.keyboard.press('u');
    await page
      .getByRole('dialog')
      .getByLabel('Choose files')
      .first()
      .setInputFiles({ name: 'large.bin', mimeType: 'application/octet-stream', buffer: randomBytes(LARGEST + 1) });
    await rowOf(page, 'large.bin').getByText('Larger than this server’s limit of 12 MB.').waitFor();
    await rowOf(page, 'large.bin').getByRole('button', { name: 'Remove large.bin' }).click();
    await trayOf(page).waitFor({ state: 'detached' });
  });

  it('a large upload continues where the connection was cut', async () => {
    const { page, open, browser, complaints } = await web.signIn();
    await open('/documents');
    await page.getByRole('button', { name: 'Add documents' }).first().waitFor();
    const offsets: string[] = [];
    let cut = (): void => undefined;
    const wasCut = new Promise<void>((resolve) => (cut = resolve));
    await page.route('**/uploads/**', async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      offsets.push((await request.allHeaders())['upload-offset'] ?? '');
      if (offsets.length !== 2) return route.continue();
      await browser.setOffline(true);
      cut();
      return route.abort('connectionreset');
    });
    await page.keyboard.press('u');
    await page
      .getByRole('dialog')
      .getByLabel('Choose files')
      .first()
      .setInputFiles({ name: 'scan.bin', mimeType: 'application/octet-stream', buffer: randomBytes(11_000_000) });
    await wasCut;
    await browser.setOffline(false);
    await rowOf(page, 'scan.bin')
      .getByText(/Stored, without text|Found/)
      .waitFor();
    expect(offsets[0]).toBe('5242880');
    expect(new Set(offsets)).toEqual(new Set(['5242880', '10485760']));
    complaints.splice(0); // the browser reports the cut
  });

  it('the page warns before it is left while a file is being sent, and pauses and continues it', async () => {
    const { page, open } = await web.signIn();
    await open('/documents');
    await page.getByRole('button', { name: 'Add documents' }).first().waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/uploads', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await hand(page, 'drop', [{ name: 'slow.txt', content: `slow ${randomBytes(8).toString('hex')}` }]);
    await rowOf(page, 'slow.txt').getByRole('button', { name: 'Pause slow.txt' }).click();
    await rowOf(page, 'slow.txt').getByText('Paused at').waitFor();
    const isRefused = await page.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
    expect(isRefused).toBe(true);
    release();
    await rowOf(page, 'slow.txt').getByRole('button', { name: 'Continue slow.txt' }).click();
    await rowOf(page, 'slow.txt').getByText('Found').waitFor();
  });
});
