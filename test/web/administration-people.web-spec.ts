import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signInAdministrator } from './support/administrator.js';
import { checkAxe } from './support/check-axe.js';
import { untilValue } from './support/eventual-value.js';
import { webTest } from './support/web-test.js';

const web = webTest();

/** Ends when a change, which the page shows before, has reached the server. */
const saved = (page: Page) => page.waitForResponse((response) => response.request().method() === 'PATCH');

describe('the users of an installation', () => {
  it('users are found by search and filters, which stay in the address', async () => {
    const { page } = await signInAdministrator(web);
    await web.signUp({ name: 'Grace Fields', email: 'grace_fields@example.com' });
    await page.goto(`${web.app.baseUrl}/admin/users`);
    const list = page.getByRole('list', { name: 'Users' });
    const grace = list.getByRole('listitem').filter({ hasText: 'Grace Fields' });
    await grace.getByText('1 organization').waitFor();
    await checkAxe(page);
    await page.getByLabel('Search by name, e-mail or id').fill('e_f');
    await list.getByText('Ada Person').first().waitFor({ state: 'detached' });
    await grace.waitFor();
    await page.reload();
    await grace.waitFor();
    expect(await list.getByRole('listitem').count()).toBe(1);
    await page.getByLabel('Role').selectOption('Administrators');
    await page.getByText('User not found.').waitFor();
    await page.getByLabel('Role').selectOption('All roles');
    await grace.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Grace Fields' }).waitFor();
    await page.getByText('grace_fields@example.com').waitFor();
    await checkAxe(page);
  });

  it('users are disabled and enabled again, with an undo, and lose their session at once', async () => {
    const { page } = await signInAdministrator(web);
    const grace = await web.signUp({ name: 'Grace Fields' });
    await page.goto(`${web.app.baseUrl}/admin/users/${grace.userId}`);
    await page.getByRole('button', { name: 'Disable account' }).click();
    await page.getByText('Grace Fields disabled.').waitFor();
    await page.getByRole('button', { name: 'Enable account' }).waitFor();
    await checkAxe(page);
    await expect(grace.call('GET', '/api/organizations')).rejects.toThrow('401');
    const enabled = saved(page);
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Disable account' }).waitFor();
    await enabled;
    await page.reload();
    await page.getByRole('button', { name: 'Disable account' }).waitFor();
  });

  it('users get and lose the rights of an administrator, but administrators do not change their own', async () => {
    const ada = await signInAdministrator(web);
    const { page } = ada;
    const grace = await web.signIn({ name: 'Grace Fields' });
    await page.goto(`${web.app.baseUrl}/admin/users/${grace.userId}`);
    await page.getByRole('button', { name: 'Make administrator' }).click();
    await page.getByText('Grace Fields is now an administrator.').waitFor();
    await grace.page.goto(`${web.app.baseUrl}/admin/users/${ada.userId}`);
    await grace.page.getByRole('button', { name: 'Remove administrator rights' }).waitFor();
    const undone = saved(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await undone;
    await page.getByRole('button', { name: 'Make administrator' }).waitFor();
    await grace.page.reload();
    await grace.page.getByText('Only administrators of this server can see these pages').waitFor();

    await page.goto(`${web.app.baseUrl}/admin/users/${ada.userId}`);
    await page.getByText('This is your own account.').waitFor();
    expect(await page.getByRole('button', { name: 'Delete account' }).count()).toBe(0);
  });

  it('users may own more organizations than the server allows others', async () => {
    const { page, call } = await signInAdministrator(web);
    const grace = await web.signUp({ name: 'Grace Fields' });
    await page.goto(`${web.app.baseUrl}/admin/users/${grace.userId}`);
    const limit = page.getByLabel('Can own up to');
    await limit.fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Use a whole number from 0 to 9999.').waitFor();
    await checkAxe(page);
    await limit.fill('77');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Limit changed.').waitFor();
    const { user } = await call<{ user: object }>('GET', `/api/admin/users/${grace.userId}`);
    expect(user).toMatchObject({ maxOrganizationCount: 77 });
    await page.getByRole('button', { name: 'Use server limit' }).click();
    await untilValue(limit, '10');
  });

  it('users are signed out everywhere after a question, and deleted only after their address was typed', async () => {
    const { page } = await signInAdministrator(web);
    const grace = await web.signUp({ name: 'Grace Fields', organization: 'Of Grace' });
    await page.goto(`${web.app.baseUrl}/admin/users/${grace.userId}`);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('All sessions of Grace Fields have ended.').waitFor();
    await expect(grace.call('GET', '/api/organizations')).rejects.toThrow('401');

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Grace Fields?' });
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await confirm.waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await checkAxe(page);
    await dialog.getByRole('textbox').fill(grace.email);
    await confirm.click(); // she still owns an organization
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-toast]').filter({ hasText: 'organization' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Grace Fields' }).waitFor();
  });
});

describe('the organizations of an installation', () => {
  it('organizations are listed with their contents, and restored after they were deleted', async () => {
    const { page } = await signInAdministrator(web);
    const owner = await web.signUp({ name: 'Grace Fields', organization: 'Garden <b>club</b>' });
    await page.goto(`${web.app.baseUrl}/admin/organizations`);
    const row = page.getByRole('listitem').filter({ hasText: 'Garden <b>club</b>' });
    await row.getByText('by Grace Fields').waitFor();
    await row.getByText('1 member').waitFor();
    await checkAxe(page);
    await owner.call('DELETE', `/api/organizations/${owner.organizationId}`);
    await page.getByLabel('State').selectOption('Deleted');
    await row.getByRole('link').click();
    await page.getByText('Its members cannot open it.').waitFor();
    await page.getByRole('list', { name: 'Members' }).getByText('Grace Fields').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Restore organization' }).click();
    await page.getByText('Garden <b>club</b> restored.').waitFor();
    await page.getByText('Its members cannot open it.').waitFor({ state: 'detached' });
    const { organizations } = await owner.call<{ organizations: object[] }>('GET', '/api/organizations');
    expect(organizations).toHaveLength(1);
  });
});
