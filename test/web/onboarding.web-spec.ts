import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { untilValue } from './support/eventual-value.js';
import { PASSWORD, webTest } from './support/web-test.js';

const OCR_MS = 180_000;

describe('the first minute', () => {
  const web = webTest();

  it('a new person goes from the sign-up to a document that is found by a word of a scan', async () => {
    const { page } = await web.visit('/');
    await page.getByRole('heading', { level: 1, name: 'Create first account' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByLabel('E-mail address', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.getByRole('heading', { level: 1, name: 'Name your organization' }).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    await untilValue(name, 'Ada Lovelace’s documents');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByRole('heading', { level: 1, name: 'Add your first document' }).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Use our sample scan' }).click();

    await page.getByRole('heading', { level: 1, name: 'Find it again' }).waitFor();
    await page.getByText('Sample letter.png').waitFor();
    await page.getByText('Its text was read.').waitFor({ timeout: OCR_MS });
    await page.getByRole('heading', { name: 'Try' }).waitFor();
    await checkAxe(page);
    const words = page.getByRole('heading', { name: 'Try' }).locator('..').getByRole('button');
    expect(await words.count()).toBe(3);
    const word = (await words.first().textContent()) ?? '';
    await words.first().click();

    await page.waitForURL(/\/documents\?q=/);
    expect(new URL(page.url()).searchParams.get('q')).toBe(word);
    await page.getByText('Press ? to see all keyboard shortcuts.').waitFor();
    await page
      .locator('mark')
      .filter({ hasText: new RegExp(word, 'i') })
      .first()
      .waitFor();
  });

  it('a new person drops or chooses a file, and can skip every step', async () => {
    const { page } = await web.visit('/register');
    await page.getByLabel('Name', { exact: true }).fill('Grace');
    await page.getByLabel('E-mail address', { exact: true }).fill('grace@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const buffer = Buffer.from('Dear Grace, the kettle from Copenhagen rattles.');
    await page.getByLabel('Choose file').setInputFiles({ name: 'kettle.txt', mimeType: 'text/plain', buffer });
    await page.getByText('kettle.txt').waitFor();
    await page.getByRole('button', { name: 'copenhagen' }).waitFor({ timeout: OCR_MS });
    await page.reload();
    await page.getByRole('button', { name: 'copenhagen' }).waitFor();
    await page.getByRole('link', { name: 'Go to documents' }).click();
    await page.waitForURL(/\/documents$/);
  });

  it('the page lists organizations, creates one, and restores a deleted one', async () => {
    const { page, call, organizationId } = await web.signIn({ organization: 'House of <i>cards</i>' });
    await page.goto(`${web.app.baseUrl}/organizations`);
    await page.getByRole('link', { name: 'House of <i>cards</i>' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'New organization' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Office');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/\/documents$/);
    await call('DELETE', `/api/organizations/${organizationId}`);
    await page.goto(`${web.app.baseUrl}/organizations/deleted`);
    await page.getByRole('heading', { name: 'House of <i>cards</i>' }).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Restore House of <i>cards</i>' }).click();
    await page.waitForURL(new RegExp(`${organizationId}/documents`));
  });
});
