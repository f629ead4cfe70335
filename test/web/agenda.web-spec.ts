import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { uploadText } from './support/upload-text.js';
import { webTest, type SignedUp } from './support/web-test.js';

const web = webTest();
const DAY = 24 * 3_600_000;

/** As a person in Chromium sees it, which has the time zone of this process. */
const inDays = (count: number): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000 + count * DAY).toISOString().slice(0, 10);
};

const dated = async (user: SignedUp, name: string, documentDate: string): Promise<string> => {
  const id = await uploadText(user, name, `the text of ${name}`);
  await user.call('PATCH', `/api/organizations/${user.organizationId}/documents/${id}`, { documentDate });
  return id;
};

describe('the agenda', () => {
  it('a person makes a reminder with a preview, and sees what comes due by day, marks it as done and puts it off', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    await dated(user, 'overdue.txt', inDays(-4));
    await dated(user, 'soon.txt', inDays(3));
    await dated(user, 'later.txt', inDays(40));
    await open('/agenda');
    await page.getByRole('heading', { name: 'Nothing due' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Reminders and calendar' }).click();
    await page.getByRole('heading', { name: 'No reminders yet' }).waitFor();
    await checkAxe(page);

    await page.keyboard.press('n');
    await page.getByLabel('Name').fill('Pay the invoice');
    await page.getByLabel('Date', { exact: true }).selectOption('the date of the document');
    await page.getByLabel('How long').fill('1');
    const preview = page.getByRole('region', { name: 'Next entries' });
    await preview.getByText('soon.txt').waitFor();
    expect(await preview.getByText('overdue.txt').count()).toBe(0);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create reminder' }).click();
    await page.getByText('1 day before the date of the document').waitFor();

    await page.keyboard.press('g');
    await page.keyboard.press('e');
    const overdue = page.getByRole('region', { name: 'Overdue' });
    const soon = page.getByRole('region', { name: 'Next seven days' });
    const later = page.getByRole('region', { name: 'Later' });
    await overdue.getByRole('link', { name: 'overdue.txt' }).waitFor();
    await soon.getByRole('link', { name: 'soon.txt' }).waitFor();
    await later.getByRole('link', { name: 'later.txt' }).waitFor();
    await checkAxe(page);

    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByText('“overdue.txt” marked as done.').waitFor();
    await overdue.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+z');
    await overdue.getByRole('link', { name: 'overdue.txt' }).waitFor();

    await soon.getByRole('button', { name: 'Snooze “soon.txt”' }).click();
    await page.getByRole('menuitem', { name: '30 days' }).click();
    await later.getByRole('link', { name: 'soon.txt' }).waitFor();
    await later.getByText('snoozed').waitFor();
    await later.getByRole('link', { name: 'soon.txt' }).click();
    await page.getByRole('heading', { level: 1, name: 'soon.txt' }).waitFor();
  });

  it('a person makes an address for a calendar, which reads the agenda, and ends it', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    await dated(user, 'letter.txt', inDays(3));
    await call('POST', `/api/organizations/${organizationId}/reminders`, {
      name: 'Answer',
      dateSource: 'documentDate',
    });
    await open('/agenda/reminders');
    await page.getByRole('button', { name: 'Create address' }).click();
    const url = await page.getByLabel('Calendar address').inputValue();
    await checkAxe(page);
    expect(await (await fetch(url)).text()).toContain('SUMMARY:letter.txt – Answer');
    await page.getByRole('button', { name: 'Remove address' }).click();
    await page.getByRole('button', { name: 'Create address' }).waitFor();
    expect((await fetch(url)).status).toBe(404);
  });

  it('a person changes a reminder, turns it off, and deletes it', async () => {
    const { page, open, call, organizationId } = await web.signIn();
    await call('POST', `/api/organizations/${organizationId}/reminders`, {
      ...{ name: 'Keep', dateSource: 'createdAt', offsetAmount: 120, offsetUnit: 'months' },
    });
    await open('/agenda/reminders');
    await page.getByText('120 months after the day of the upload').waitFor();
    await page.getByRole('link', { name: 'Keep' }).click();
    await page.getByLabel('On', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Keep' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete reminder' }).click();
    await page.getByRole('heading', { name: 'No reminders yet' }).waitFor();
  });
});
