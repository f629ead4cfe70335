import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { checkAxe } from './support/check-axe.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { shareDocument, type MadeLink } from './support/share.js';
import { uploadAndRead } from './support/upload.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedUp } from './support/web-test.js';

const PAGES = 3;
const BOOK = aPdf(
  ...Array.from({ length: PAGES }, (_, index) => ({ drawing: textLines([`This is page number ${index + 1}`]) })),
);

/** The page asks for a picture for a minute, in which a busy machine may not draw one: no time passes. */
const asksForever = `{
  const began = Date.now();
  Date.now = () => began;
}`;

describe('the page of a shared document', () => {
  const web = webTest({ DOCUMENT_SHARE_LINKS_PASSWORD_VERIFICATION_RATE_LIMIT: '3/1h' });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const book = (user: SignedUp, name = 'book.pdf') =>
    uploadAndRead(user, { name, type: 'application/pdf', content: BOOK });
  const change = ({ call, organizationId }: SignedUp, { id }: MadeLink, body: object) =>
    call('PATCH', `/api/organizations/${organizationId}/share-links/${id}`, body);
  const visitLink = async (link: Pick<MadeLink, 'token'>) => {
    const { page } = await web.visit('/share/');
    await page.addInitScript(asksForever);
    await page.goto(`${web.app.baseUrl}/share/${link.token}`);
    return page;
  };
  /** Presses the button, and gives the bytes that the browser saved and their name. */
  const download = async (page: Page, press: () => Promise<void>) => {
    const [saved] = await Promise.all([page.waitForEvent('download'), press()]);
    return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
  };
  const fitsItsWidth = (page: Page) =>
    page.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

  it('a visitor reads the pages one by one and saves the same bytes, by keyboard too, without an account', async () => {
    const owner = await web.signUp();
    const page = await visitLink(await shareDocument(owner, (await book(owner)).id));
    await heading(page, 'book.pdf');
    expect(await page.title()).toBe('book.pdf · Archivolt');
    await page.getByText(`${PAGES} pages`).waitFor();
    const picture = page.getByRole('img', { name: 'Page 1', exact: true });
    await picture.waitFor();
    expect(await page.evaluate<number>('document.images[0].naturalWidth')).toBeGreaterThan(700);
    await checkAxe(page);

    await page.getByText('Page 1 of 3').waitFor();
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await page.getByText('Page 3 of 3').waitFor();
    await page.getByRole('img', { name: 'Page 3', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await page.getByRole('button', { name: 'Previous page' }).press('Enter');
    await page.getByRole('img', { name: 'Page 2', exact: true }).waitFor();
    await checkAxe(page);

    const button = page.getByRole('button', { name: 'Download' });
    expect(await download(page, () => button.press('Enter'))).toEqual({ name: 'book.pdf', bytes: BOOK });
    expect(await page.context().cookies()).toEqual([]);

    await page.setViewportSize({ width: 360, height: 740 });
    expect(await fitsItsWidth(page)).toBe(true);
    await checkAxe(page);
  });

  it('the page asks for the password, counts the attempts that are left, and opens for the right one', async () => {
    const owner = await web.signUp();
    const link = await shareDocument(owner, (await book(owner)).id, { password: 'open sesame' });
    const page = await visitLink(link);
    await heading(page, 'This document is protected');
    expect(await page.content()).not.toContain('book.pdf');
    const field = page.getByLabel('Password');
    await page.locator('input[name=password]:focus').waitFor();
    await checkAxe(page);

    await page.keyboard.type('open says me');
    await page.keyboard.press('Enter');
    await page.getByText('The password is wrong. 2 attempts are left.').waitFor();
    await checkAxe(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await fitsItsWidth(page)).toBe(true);

    await field.fill('open sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await heading(page, 'book.pdf');
    await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor();
    const button = page.getByRole('button', { name: 'Download' });
    expect((await download(page, () => button.click())).bytes).toEqual(BOOK);

    // A new password ends what is open.
    await change(owner, link, { password: 'another' });
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('The link has been open for a while. Enter the password again to continue.').waitFor();
  });

  it('the page says that no attempt is left after too many wrong passwords, and when there is one again', async () => {
    const owner = await web.signUp();
    const page = await visitLink(await shareDocument(owner, (await book(owner)).id, { password: 'open sesame' }));
    await heading(page, 'This document is protected');
    for (const left of ['2 attempts are left', '1 attempt is left', 'No attempts are left for now']) {
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText(`The password is wrong. ${left}.`).waitFor();
    }
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText(/^Too many wrong passwords\. Try again in \d+ minutes?\.$/).waitFor();
    await checkAxe(page);
  });

  it('the page says that the link is not available when it is off, expired, or its document is in the trash', async () => {
    const owner = await web.signUp();
    const { id } = await book(owner);
    const link = await shareDocument(owner, id);
    const page = await visitLink(link);
    await heading(page, 'book.pdf');
    await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor(); // else its request finds the link ended
    await change(owner, link, { isEnabled: false });
    await page.getByRole('button', { name: 'Download' }).click();
    await heading(page, 'This link is no longer available');
    await checkAxe(page);

    await change(owner, link, { isEnabled: true, expiresAt: '2020-01-01T00:00:00Z' });
    await page.reload();
    await heading(page, 'This link is no longer available');
    await change(owner, link, { expiresAt: null });
    await page.reload();
    await heading(page, 'book.pdf');
    await owner.call('DELETE', `/api/organizations/${owner.organizationId}/documents/${id}`);
    await page.reload();
    await heading(page, 'This link is no longer available');
  });

  it('the page says that an unknown or cut-off link does not exist', async () => {
    const page = await visitLink({ token: 'a'.repeat(64) });
    await heading(page, 'This link does not exist');
    await checkAxe(page);
    await page.goto(`${web.app.baseUrl}/share/cut-off`);
    await heading(page, 'This link does not exist');
  });

  it('the page counts the downloads that are left, and ends with the last one', async () => {
    const owner = await web.signUp();
    const { id } = await book(owner);
    const link = await shareDocument(owner, id, { maxDownloads: 1 });
    const page = await visitLink(link);
    await page.getByText('1 download left').waitFor();
    const button = page.getByRole('button', { name: 'Download' });
    expect((await download(page, () => button.click())).bytes).toEqual(BOOK);
    await page.getByText('No downloads left').waitFor();
    await page.getByText('The maximum number of downloads has been reached.').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await checkAxe(page);
  });

  it('the browser loads a large file by itself, and the page says when the link has ended', async () => {
    const owner = await web.signUp();
    const { id } = await book(owner);
    const link = await shareDocument(owner, id, {});
    const { page, complaints } = await web.visit('/share/');
    await page.route(`**/api/share-links/${link.token}/document`, async (route) => {
      const response = await route.fetch();
      const shared = (await response.json()) as { document: object };
      await route.fulfill({ response, json: { ...shared, document: { ...shared.document, size: 200_000_000 } } });
    });
    await page.addInitScript(asksForever);
    await page.goto(`${web.app.baseUrl}/share/${link.token}`);
    const button = page.getByRole('button', { name: 'Download' });
    expect(await download(page, () => button.click())).toEqual({ name: 'book.pdf', bytes: BOOK });

    await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor(); // else its request finds the link ended
    await change(owner, link, { isEnabled: false });
    await button.click();
    await heading(page, 'This link is no longer available');
    complaints.splice(0); // the browser reports the refusal
  });

  it('the page shows names that people gave as text, and a file without pages without a picture', async () => {
    const owner = await web.signUp();
    const id = await uploadText(owner, 'note.txt', 'only a text');
    const page = await visitLink(await shareDocument(owner, id));
    await heading(page, 'note.txt');
    for (const name of HOSTILE_NAMES) {
      await owner.call('PATCH', `/api/organizations/${owner.organizationId}/documents/${id}`, { name });
      await page.reload();
      expect(await page.locator('h1').textContent()).toBe(name);
    }
    expect(await page.evaluate('window.hostile')).toBeUndefined();
  });

  it('the page has the language and theme of the visitor, and remembers both', async () => {
    const owner = await web.signUp();
    const page = await visitLink(await shareDocument(owner, (await book(owner)).id, { password: 'open sesame' }));
    await page.getByLabel('Language').selectOption('Deutsch');
    await heading(page, 'Dieses Dokument ist geschützt');
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.getByLabel('Passwort').fill('falsch');
    await page.getByRole('button', { name: 'Öffnen' }).click();
    await page.getByText('Das Passwort ist falsch. 2 Versuche sind übrig.').waitFor();
    await page.getByLabel('Design').selectOption('Dunkel');
    await page.reload();
    await heading(page, 'Dieses Dokument ist geschützt');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByLabel('Sprache').selectOption('Français');
    await heading(page, 'Ce document est protégé');
    await checkAxe(page);
  });

  it('the page of a shared document is the same for a person who is signed in: only the link counts', async () => {
    const owner = await web.signIn();
    const link = await shareDocument(owner, (await book(owner)).id, { password: 'open sesame' });
    const cookies: (string | undefined)[] = [];
    owner.page.on('request', (request) => {
      if (request.url().includes('/api/share-links/')) cookies.push(request.headers()['cookie']);
    });
    await owner.page.goto(`${web.app.baseUrl}/share/${link.token}`);
    await heading(owner.page, 'This document is protected');
    expect(cookies).toEqual([undefined]);
  });
});
