import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually } from '../support/until.js';
import { documentsPage, untilFound } from './pages/documents-page.js';
import { checkAxe } from './support/check-axe.js';
import { untilValue } from './support/eventual-value.js';
import { openRow, untilRow } from './support/property-row.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedIn } from './support/web-test.js';

interface Listed {
  documents: {
    id: string;
    name: string;
    documentDate: string | null;
    customProperties: { name: string; value: unknown }[];
  }[];
}

describe('numbers and dates as people write them', () => {
  const web = webTest();

  /** With a document and the properties Amount and Due, in a browser that shows the pages so. */
  const signIn = async (appearance: Record<string, string>): Promise<SignedIn> => {
    const user = await web.signIn();
    const path = `/api/organizations/${user.organizationId}/custom-properties`;
    await user.call('POST', path, { name: 'Amount', type: 'number' });
    await user.call('POST', path, { name: 'Due', type: 'date' });
    await uploadText(user, 'letter.txt', 'A letter about marzipan');
    await untilFound(user, 'marzipan', 1);
    const saved = JSON.stringify(appearance);
    await user.browser.addInitScript(
      `if (!localStorage.getItem('archivolt.appearance')) localStorage.setItem('archivolt.appearance', ${JSON.stringify(saved)})`,
    );
    return user;
  };
  const letter = async ({ call, organizationId }: SignedIn) => {
    const { documents } = await call<Listed>('GET', `/api/organizations/${organizationId}/documents`);
    const [document] = documents;
    if (!document) throw new Error('the document is missing');
    return document;
  };
  const valueOf = async (user: SignedIn, property: string): Promise<unknown> => {
    const { id } = await letter(user);
    const { document } = await user.call<{ document: Listed['documents'][number] }>(
      ...(['GET', `/api/organizations/${user.organizationId}/documents/${id}`] as const),
    );
    return document.customProperties.find(({ name }) => name === property)?.value ?? null;
  };
  const untilStored = (user: SignedIn, property: string, value: unknown) =>
    eventually(async () => expect(await valueOf(user, property)).toEqual(value));
  const type = async (field: Locator, text: string): Promise<void> => {
    await field.fill(text);
    await field.press('Enter');
  };

  it('an English number property takes amounts, and asks what 1.234 means before it stores anything', async () => {
    const user = await signIn({});
    const { page } = user;
    await user.open(`/documents/${(await letter(user)).id}`);
    await page.getByRole('button', { name: 'Show 2 empty properties' }).click();
    for (const [typed, value, shown] of [
      ['1,234', 1234, '1,234'],
      ['$12.50', 12.5, '12.5'],
      ['1.234,56', 1234.56, '1,234.56'],
    ] as const) {
      await type(await openRow(page, 'Amount'), typed);
      await untilStored(user, 'Amount', value);
      await untilRow(page, 'Amount', shown);
    }
    await type(await openRow(page, 'Amount'), '1.234');
    const question = page.getByRole('group', { name: 'Which one is meant?' });
    await question.getByRole('button', { name: '1.2340', exact: true }).waitFor();
    await checkAxe(page);
    expect(await valueOf(user, 'Amount')).toBe(1234.56);
    await question.getByRole('button', { name: '1,234', exact: true }).click();
    await untilStored(user, 'Amount', 1234);
    await question.waitFor({ state: 'detached' });
    await untilRow(page, 'Amount', '1,234');
    await type(await openRow(page, 'Amount'), '');
    await untilStored(user, 'Amount', null);
  });

  it('a date with slashes is asked about in American English, and a calendar is used by keys', async () => {
    const user = await signIn({});
    const { page } = user;
    await user.open(`/documents/${(await letter(user)).id}`);
    await page.getByRole('button', { name: 'Show 2 empty properties' }).click();
    await type(await openRow(page, 'Due'), '03/04/2026');
    await page.getByText('This can be read in several ways.').waitFor();
    await page.getByRole('button', { name: 'March 4, 2026' }).waitFor();
    expect(await valueOf(user, 'Due')).toBeNull();
    await page.getByRole('button', { name: 'April 3, 2026' }).click();
    await untilStored(user, 'Due', '2026-04-03T00:00:00.000Z');
    await untilRow(page, 'Due', 'Apr 3, 2026');
    await openRow(page, 'Due');

    await page.getByRole('button', { name: 'Open the calendar' }).last().click();
    const calendar = page.getByRole('grid', { name: 'April 2026' });
    await calendar.getByRole('columnheader').first().getByText('Sun').waitFor();
    await calendar.getByRole('button', { name: 'April 3, 2026' }).waitFor();
    await checkAxe(page);
    await calendar.getByRole('button', { name: 'April 3, 2026' }).press('PageDown');
    await page.getByRole('button', { name: 'May 3, 2026' }).press('ArrowRight');
    await page.getByRole('button', { name: 'May 4, 2026' }).press('Enter');
    await untilStored(user, 'Due', '2026-05-04T00:00:00.000Z');
  });

  it('a German user sets an amount of many documents, searches for it, and is asked where a comma is not clear', async () => {
    const user = await signIn({ language: 'de' });
    const { page } = user;
    const list = documentsPage(page);
    await user.open('/documents');
    await list.row('letter.txt').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Eigenschaft', exact: true }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Eigenschaft' });
    const value = dialog.getByLabel('Wert', { exact: true });
    const set = dialog.getByRole('button', { name: 'Wert setzen' });
    await value.fill('1,234');
    await value.blur();
    await dialog.getByRole('group', { name: 'Was ist gemeint?' }).waitFor();
    expect(await set.isDisabled()).toBe(true);
    await checkAxe(page);
    await value.fill('1.234,56 €');
    await set.click();
    await untilStored(user, 'Amount', 1234.56);

    const search = page.getByRole('combobox', { name: 'Suchen' });
    await search.fill('amount:>1.234,5');
    await search.press('Enter');
    await page.getByRole('button', { name: 'amount > 1.234,5', exact: true }).waitFor();
    await list.row('letter.txt').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('amount:>1234.5');
    await search.fill('amount:<1,235');
    await search.press('Enter');
    await page.getByRole('button', { name: '1.235?', exact: true }).click();
    await page.getByRole('button', { name: 'amount < 1.235', exact: true }).waitFor();
    await list.row('letter.txt').waitFor();
    await checkAxe(page);
  });

  it('a German rule compares with a typed amount and shows it so', async () => {
    const user = await signIn({ language: 'de' });
    const { page, call, organizationId } = user;
    await call('POST', `/api/organizations/${organizationId}/tags`, { name: 'Teuer', color: '#2E9E5B' });
    await user.open('/tagging-rules/create');
    await page.getByLabel('Name', { exact: true }).fill('Teures');
    await page.getByLabel('Feld der Bedingung 1').selectOption({ label: 'Amount' });
    const value = page.getByLabel('Wert der Bedingung 1');
    await type(value, '1,500');
    await page.getByRole('button', { name: '1,5', exact: true }).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: '1.500', exact: true }).click();
    await untilValue(value, '1.500');
    await page.getByLabel('Hinzuzufügende Schlagwörter').fill('Teuer');
    await page.getByRole('option', { name: 'Teuer' }).first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Regel anlegen' }).click();
    await eventually(async () => {
      const { taggingRules } = await call<{ taggingRules: { conditions: { value: string }[] }[] }>(
        ...(['GET', `/api/organizations/${organizationId}/tagging-rules`] as const),
      );
      expect(taggingRules[0]?.conditions[0]?.value).toBe('1500');
    });
    await user.open('/tagging-rules');
    await page.getByText('1.500', { exact: true }).waitFor();
  });

  it('formats that a user chooses hold on every page, and in another browser after signing in there', async () => {
    const user = await signIn({});
    const { page } = user;
    await page.goto(`${web.address}/settings/region`);
    for (const [label, value] of [
      ['Date format', 'DD/MM/YYYY'],
      ['Number format', '1.234,56'],
      ['First day of the week', '1'],
      ['Time zone', 'Asia/Tokyo'],
    ] as const) {
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.getByLabel(label, { exact: true }).selectOption(value);
      expect((await saved).status()).toBe(200);
    }
    await page.getByText('numbers look like 1.234.567,89').waitFor();
    await checkAxe(page);

    const other = await web.visit('/login');
    await other.page.getByLabel('E-mail address', { exact: true }).fill(user.email);
    await other.page.getByLabel('Password', { exact: true }).fill(user.password);
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.page.getByRole('link', { name: 'letter.txt' }).click();
    await other.page.getByRole('button', { name: 'Show 2 empty properties' }).click();
    await type(await openRow(other.page, 'Due'), '03/04/2026');
    await untilStored(user, 'Due', '2026-04-03T00:00:00.000Z');
    await untilRow(other.page, 'Due', '03/04/2026');
    await openRow(other.page, 'Due');
    await other.page.getByRole('button', { name: 'Open the calendar' }).last().click();
    await other.page.getByRole('columnheader').first().getByText('Mon').waitFor();
  });
});
