import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAxe } from './support/check-axe.js';
import { untilInPage } from './support/eventual-value.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

describe('the language of the pages', () => {
  const web = webTest();

  it('the pages are in German after a person chose it, even after a reload, until they choose English again', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const appearance = `${web.app.baseUrl}/settings/region`;
    await page.goto(appearance);
    await choose(page, 'Language', 'de');
    await page.getByRole('heading', { level: 1, name: 'Sprache und Region' }).waitFor();
    await isIn(page, 'de');
    await checkAxe(page);

    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sprache und Region' }).waitFor();
    await isIn(page, 'de');

    await uploadText(user, 'eins.txt', 'Rechnung der Stadtwerke');
    await open('/documents');
    const navigation = page.getByRole('navigation', { name: 'Seiten' });
    for (const name of ['Dokumente', 'Schlagwörter', 'Eigenschaften', 'Mitglieder', 'Papierkorb'])
      await navigation.getByRole('link', { name, exact: true }).waitFor();
    await page.getByText('1 Dokument', { exact: true }).waitFor();
    await uploadText(user, 'zwei.txt', 'Brief der Schule');
    await page.reload();
    await page.getByText('2 Dokumente', { exact: true }).waitFor();

    await page.goto(appearance);
    await choose(page, 'Sprache', 'en');
    await page.getByRole('heading', { level: 1, name: 'Language and region' }).waitFor();
    await isIn(page, 'en');
    await open('/documents');
    await page.getByText('2 documents', { exact: true }).waitFor();
  });

  it('numbers take the form that their language wants, such as the one for two to four in Polish', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    for (const name of ['one.txt', 'two.txt']) await uploadText(user, name, `the text of ${name}`);
    await page.goto(`${web.app.baseUrl}/settings/region`);
    await choose(page, 'Language', 'pl');
    await isIn(page, 'pl');
    await open('/documents');
    await page.getByText('2 dokumenty', { exact: true }).waitFor();
    await checkAxe(page);
  });
});

const isIn = (page: Page, language: string) => untilInPage(page, 'document.documentElement.lang', language);

async function choose(page: Page, label: string, language: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByLabel(label, { exact: true }).selectOption(language);
  expect((await saved).status()).toBe(200);
}
