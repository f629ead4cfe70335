import { describe, expect, it } from '@jest/globals';
import { signInAdministrator } from './support/administrator.js';
import { checkAxe } from './support/check-axe.js';
import { join } from './support/join.js';
import { webTest } from './support/web-test.js';

describe('the audit log', () => {
  const web = webTest();

  it('the audit log shows admins who did what, is filtered by a click, and says that it is unchanged', async () => {
    const owner = await web.signIn({ name: 'Ada Person', organization: 'House' });
    const { page } = owner;
    await owner.call('POST', `/api/organizations/${owner.organizationId}/tags`, { name: 'bills', color: '#aa3366' });
    await owner.open('/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const entries = page.getByRole('list', { name: 'Entries' });
    await entries.getByText('Ada Person').first().waitFor();
    const before = await entries.getByRole('listitem').count();
    expect(before).toBeGreaterThan(1);
    await checkAxe(page);

    await entries.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await entries.getByText('Browser or program').first().waitFor();
    await checkAxe(page);
    await entries.getByRole('button', { name: 'Only this action' }).first().click();
    await page.waitForURL(/action=/);
    await page.reload();
    await entries.getByText('Ada Person').first().waitFor();
    expect(await entries.getByRole('listitem').count()).toBeLessThan(before);

    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText(/Yes: \d+ entr/).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  it('the audit log is closed to members', async () => {
    const owner = await web.signUp();
    const grace = await join(web, owner, 'member', 'Grace Fields');
    await grace.page.goto(`${web.app.baseUrl}/organizations/${owner.organizationId}/settings/audit`);
    await grace.page.getByText('Only the owner and admins can see the audit log.').waitFor();
    expect(await grace.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await checkAxe(grace.page);
  });

  it('administrators see the audit log of the server and of all organizations, even on a phone', async () => {
    const ada = await signInAdministrator(web);
    const { page } = ada;
    await ada.call('POST', '/api/auth/sign-in/email', { email: ada.email, password: ada.password });
    await page.goto(`${web.app.baseUrl}/admin/audit`);
    await page.getByRole('heading', { level: 2, name: 'Is the log complete and unchanged?' }).waitFor();
    await checkAxe(page);
    await page.getByText('Signed in with a password').first().waitFor();
    await page.getByLabel('Which log').selectOption('All logs');
    await page.waitForURL(/scope=all/);
    await page.getByRole('list', { name: 'Entries' }).getByRole('listitem').first().waitFor();
    await page.goto(`${web.app.baseUrl}/admin/audit?organization=${ada.organizationId}`);
    await page.getByText(/^Organization:/).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('list', { name: 'Entries' }).locator('summary').first().click();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    await checkAxe(page);
  });
});
