import { describe, expect, it } from '@jest/globals';
import { untilFound } from './pages/documents-page.js';
import { checkAxe } from './support/check-axe.js';
import { untilInPage } from './support/eventual-value.js';
import { HOSTILE_NAMES } from './support/hostile-names.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn } from './support/web-test.js';

describe('the command palette', () => {
  const web = webTest();
  const openPalette = async ({ page }: SignedIn) => {
    const dialog = page.getByRole('dialog', { name: 'Command menu' });
    await dialog.waitFor({ state: 'detached' }); // one that was open before
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor(); // else it misses the first keys
    return dialog;
  };
  /** Results that arrive move those below them away from a click. */
  const typeWords = async ({ page }: SignedIn, words: string) => {
    await page.keyboard.type(words);
    await page.locator('[role=listbox][data-settled=true]').waitFor();
  };
  const option = ({ page }: SignedIn, name: RegExp | string) => page.getByRole('option', { name });

  it('the palette finds documents while a word is typed, opens one by Enter, and offers it again later', async () => {
    const user = await web.signIn();
    const { page } = user;
    const documentId = await uploadText(user, 'marzipan letter.txt', 'a letter');
    await user.open('/tags');
    await openPalette(user);
    await page.keyboard.type('marzi');
    await option(user, 'marzipan letter.txt').waitFor();
    await checkAxe(page);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(`/documents/${documentId}`));
    await page.getByRole('heading', { level: 1, name: 'marzipan letter.txt' }).waitFor();
    await user.open('/tags');
    await openPalette(user);
    const recent = page
      .getByRole('group', { name: 'Recent documents' })
      .getByRole('option', { name: 'marzipan letter.txt' });
    await recent.waitFor();
    await recent.click();
    await page.waitForURL((url) => url.pathname.endsWith(`/documents/${documentId}`));
  });

  it('the palette has names before texts, and Enter opens what is highlighted even when results arrive late', async () => {
    const user = await web.signIn();
    const { page } = user;
    const named = await uploadText(user, 'marzipan letter.txt', 'a letter');
    await uploadText(user, 'newer.txt', 'marzipan and more marzipan');
    await untilFound(user, 'marzipan', 2);
    await user.open('/tags');
    await openPalette(user);
    await typeWords(user, 'marzipan');
    const results = page.getByRole('group', { name: 'Documents' }).getByRole('option');
    expect((await results.allTextContents()).slice(0, 2)).toEqual(['marzipan letter.txt', 'newer.txt']);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(`/documents/${named}`));

    await uploadText(user, 'trash collection.txt', 'on Mondays');
    await untilFound(user, 'trash', 1);
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/documents\?searchQuery=trash/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await user.open('/tags');
    await openPalette(user);
    await page.keyboard.type('trash');
    await option(user, /^Trash/).hover();
    await page.getByRole('option', { name: /^Trash/, selected: true }).waitFor();
    release();
    await option(user, 'trash collection.txt').waitFor();
    await page.getByRole('option', { name: /^Trash/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/deleted$/);
  });

  it('the palette searches for a filter by Enter, and adds one to the present search by Tab', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    await call('POST', `/api/organizations/${organizationId}/tags`, { name: 'Invoice', color: '#2E9E5B' });
    await user.open('/documents?q=one%20OR%20two');
    await openPalette(user);
    await typeWords(user, 'invo');
    const filter = page.getByRole('group', { name: 'Filters' }).getByRole('option', { name: /Invoice/ });
    await filter.hover();
    await page.keyboard.press('Tab');
    await page.waitForURL((url) => url.searchParams.get('q') === '(one OR two) tag:Invoice');
    await user.open('/tags');
    await openPalette(user);
    await typeWords(user, 'invo');
    await filter.click();
    await page.waitForURL((url) => url.pathname.endsWith('/documents') && url.searchParams.get('q') === 'tag:Invoice');
  });

  it('the palette opens every page of the navigation and a form, and changes theme and language', async () => {
    const user = await web.signIn();
    const { page } = user;
    await user.open('/tags');
    for (const [typed, address] of [
      ['trash', /\/deleted$/],
      ['tagging rules', /\/tagging-rules$/],
      ['members', /\/members$/],
      ['new property', /\/custom-properties\/create$/],
    ] as const) {
      await openPalette(user);
      await typeWords(user, typed);
      await page
        .getByRole('group', { name: /Go to|Actions/ })
        .getByRole('option')
        .first()
        .click();
      await page.waitForURL(address);
    }
    await openPalette(user);
    await typeWords(user, 'new tag');
    await option(user, /^New tag$/).click(); // also words of “Search documents for …”
    await page.getByRole('dialog', { name: 'New tag' }).waitFor();
    await page.keyboard.press('Escape');
    await openPalette(user);
    await typeWords(user, 'dark theme');
    await option(user, /^Dark theme/).click();
    await untilInPage(page, 'document.documentElement.dataset.theme', 'dark');
    await openPalette(user);
    await typeWords(user, 'deutsch');
    await option(user, /Deutsch/).click();
    await page.locator('html[lang=de]').waitFor();
  });

  it('a question mark shows the keys of the present page, or that nothing matches', async () => {
    const user = await web.signIn();
    const { page } = user;
    await user.open('/tags');
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    await page.keyboard.press('Shift+?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByRole('region', { name: 'Tags' }).getByText('New tag').waitFor();
    await dialog.getByRole('region', { name: 'Go to' }).getByText('Trash').waitFor();
    await checkAxe(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await openPalette(user);
    await page.keyboard.type('((("');
    await page
      .getByText('No matches.')
      .or(option(user, /Search documents/))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('hostile names of documents in the palette are shown as text', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    const name = `${HOSTILE_NAMES[0] ?? ''} marzipan`;
    const id = await uploadText(user, 'x.txt', 'x');
    await call('PATCH', `/api/organizations/${organizationId}/documents/${id}`, { name });
    await user.open('/tags');
    await openPalette(user);
    await page.keyboard.type('marzipan');
    await option(user, name).waitFor();
    expect(await page.evaluate('window.hostile')).toBeUndefined();
  });
});
