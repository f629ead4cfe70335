import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { uploadAndRead } from './support/upload.js';
import { webTest, type SignedIn } from './support/web-test.js';

const web = webTest();
const WITHIN_MS = 120_000;

interface Details {
  document: { content: string; extraction: { status: string }; preview: { pagesCount: number | null } | null };
}

const aScan = (...words: string[]): Buffer =>
  aPdf(...words.map((word) => ({ drawing: textLines([`The page ${word} has some words`]) })));

const detailsOf = ({ call, organizationId }: SignedIn, id: string) =>
  call<Details>('GET', `/api/organizations/${organizationId}/documents/${id}`);

/** Uploads a PDF, and waits until the number of its pages is known. */
async function aDocument(user: SignedIn, name: string, ...words: string[]): Promise<string> {
  const { id } = await uploadAndRead(user, { name, type: 'application/pdf', content: aScan(...words) });
  await eventually(async () => {
    expect((await detailsOf(user, id)).document.preview?.pagesCount).toBe(words.length);
  }, WITHIN_MS);
  return id;
}

/** Waits until the text of a new version was read: the words are there in this order. */
const textIs = (user: SignedIn, id: string, ...words: string[]): Promise<void> =>
  eventually(async () => {
    const { content, extraction } = (await detailsOf(user, id)).document;
    expect(extraction.status).toBe('completed');
    expect([...content.matchAll(/The page (\w+)/g)].map(([, word]) => word)).toEqual(words);
  }, WITHIN_MS);

describe('pages of a document', () => {
  it('pages are turned, moved and left out with the keyboard, saved as a new version, and the first version is restored', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const id = await aDocument(user, 'scan.pdf', 'one', 'two', 'three', 'four');
    await open(`/documents/${id}`);
    await page.getByText('This is the only version of the file.').waitFor();
    await page.getByRole('button', { name: 'Edit pages' }).waitFor();
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog', { name: 'Edit pages' });
    const pages = dialog.getByRole('listbox', { name: 'Pages' });
    await pages.getByRole('option').nth(3).waitFor();
    await pages.and(page.locator(':focus')).waitFor();
    expect(await dialog.getByRole('button', { name: 'Save as new version' }).isDisabled()).toBe(true);
    await checkAxe(page);
    await page.keyboard.press('End');
    await dialog.getByText('1 page selected').waitFor();
    await page.keyboard.press('Alt+Home');
    await dialog.getByText('Moved to place 1 of 4.').waitFor();
    await pages.getByRole('option', { name: 'Page 4, now at 1' }).waitFor();
    await page.keyboard.press('r');
    await dialog.getByText('Turned to the right: 1 page.').waitFor();
    await pages.getByRole('option', { name: 'Page 4, now at 1, turned by 90°' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await dialog.getByText('2 pages selected').waitFor();
    await page.keyboard.press('Delete');
    await dialog.getByText('Left out: 2 pages.').waitFor();
    await page.keyboard.press('Control+z');
    await dialog.getByText('The last change was undone.').waitFor();
    expect(await pages.getByRole('option').count()).toBe(4);
    await checkAxe(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await pages.focus();
    await page.keyboard.press('Delete');
    await dialog.getByText('Left out: 2 pages.').waitFor();
    await dialog.getByRole('button', { name: 'Save as new version' }).click();
    await dialog.getByText('Version 2 is saved.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await textIs(user, id, 'four', 'three');

    await page.getByRole('region', { name: 'Viewer' }).getByText('of 2', { exact: true }).waitFor();
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByText('Current').waitFor();
    await versions.getByText('Pages changed').waitFor();
    await checkAxe(page);
    await versions.getByRole('button', { name: 'Show version 1' }).click();
    const shown = page.getByRole('dialog', { name: 'Version 1' });
    await shown.locator('[data-page="1"] canvas').waitFor();
    await checkAxe(page);
    await shown.getByRole('button', { name: 'Close' }).click();
    const download = page.waitForEvent('download');
    await versions.getByRole('link', { name: 'Download version 1' }).click();
    expect((await download).suggestedFilename()).toBe('scan (version 1).pdf');
    await versions.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('dialog', { name: 'Restore version 1?' }).getByRole('button', { name: 'Restore' }).click();
    await versions.getByText('Version 3').waitFor();
    await textIs(user, id, 'one', 'two', 'three', 'four');
  });

  it('pages are selected with Shift and moved by dragging, and another change in between is named', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    const id = await aDocument(user, 'drag.pdf', 'red', 'green', 'blue');
    await open(`/documents/${id}`);
    await page.getByRole('button', { name: 'Edit pages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit pages' });
    const option = (index: number) => dialog.getByRole('option').nth(index);
    await option(2).waitFor();
    await option(0).click();
    await option(1).click({ modifiers: ['Shift'] });
    await dialog.getByText('2 pages selected').waitFor();
    const box = await option(2).boundingBox();
    await option(0).dragTo(option(2), { targetPosition: { x: (box?.width ?? 100) * 0.8, y: 40 } });
    await dialog.getByText('Moved to places 2 to 3 of 3.').waitFor();
    await option(0)
      .and(dialog.getByRole('option', { name: 'Page 3, now at 1' }))
      .waitFor();
    await call('POST', `/api/organizations/${organizationId}/documents/${id}/pages`, { pages: [{ page: 1 }] });
    await textIs(user, id, 'red');
    await dialog.getByRole('button', { name: 'Save as new version' }).click();
    await dialog.getByText('The document has another file since the pages were chosen.').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('documents that become one', () => {
  it('a PDF and a picture are merged from the list in the order that keys give them, and go to the trash', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    await aDocument(user, 'letter.pdf', 'alpha', 'beta');
    const content = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#36c' } })
      .png()
      .toBuffer();
    await uploadAndRead(user, { name: 'photo.png', type: 'image/png', content });
    await open('/documents');
    await page.getByText('letter.pdf').first().waitFor();
    for (const name of ['photo.png', 'letter.pdf']) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('toolbar', { name: 'Selected documents' }).getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge into one document' });
    await dialog.getByText('2 documents').waitFor();
    await checkAxe(page);
    const letter = dialog.getByRole('button', { name: /^2 letter\.pdf/ });
    await letter.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await dialog.getByText('“letter.pdf” moved to place 1 of 2.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Everything');
    await dialog.getByRole('checkbox', { name: 'Move the originals to trash' }).check();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    const link = dialog.getByRole('link', { name: 'Open it' });
    await link.waitFor();
    await checkAxe(page);
    await link.click();
    await page.getByRole('heading', { name: 'Everything.pdf' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await textIs(user, id, 'alpha', 'beta');
    await eventually(async () => {
      expect((await detailsOf(user, id)).document.preview?.pagesCount).toBe(3);
    }, WITHIN_MS);
    await open('/deleted');
    await page.getByText('photo.png').first().waitFor();
  });
});
