import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { documentsPage } from './pages/documents-page.js';
import { PASSWORD, webTest } from './support/web-test.js';

const SCAN = fileURLToPath(new URL('../../apps/web/public/samples/letter.png', import.meta.url));
const OCR_MS = 180_000;

describe('a new user with a first scan', () => {
  const web = webTest();

  it('a new user signs up, uploads a scan, finds it, tags, filters, edits, trashes it and undoes that', async () => {
    const { page } = await web.visit('/register');
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByLabel('E-mail address', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Choose file').setInputFiles(SCAN);
    await page.getByText('Its text was read.').waitFor({ timeout: OCR_MS });
    const words = page.getByRole('heading', { name: 'Try' }).locator('..').getByRole('button');
    const word = (await words.first().textContent()) ?? '';
    await words.first().click();

    const list = documentsPage(page);
    const row = list.row('letter.png');
    await row.locator('mark').first().waitFor();
    expect((await row.locator('mark').first().textContent())?.toLowerCase()).toBe(word.toLowerCase());
    await row.locator('img').waitFor(); // the thumbnail

    await page.keyboard.press('j');
    await page.keyboard.press('t');
    await page.getByLabel('Find or create a tag').fill('letters');
    await page.getByLabel('Find or create a tag').press('Enter');
    await page.getByRole('checkbox', { name: 'letters', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Tags' }).waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'letters' }).click();
    await page.getByRole('button', { name: 'Remove filter tag:letters' }).waitFor();
    await row.waitFor();

    await row.getByRole('link', { name: 'letter.png' }).click();
    await page.getByRole('heading', { level: 1, name: 'letter.png' }).waitFor();
    await page.locator('main').press('r');
    await page.getByRole('textbox', { name: 'Document name' }).fill('Letter of the orchard');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Letter of the orchard' }).waitFor();
    await page.goBack();

    const renamed = list.row('Letter of the orchard');
    await renamed.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('#');
    await renamed.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await renamed.waitFor();
  });
});
