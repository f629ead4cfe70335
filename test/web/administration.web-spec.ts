import { describe, expect, it } from '@jest/globals';
import { signInAdministrator } from './support/administrator.js';
import { poolOf } from '../support/rows.js';
import { checkAxe } from './support/check-axe.js';
import { webTest } from './support/web-test.js';

describe('the administration of the installation', () => {
  const web = webTest({ MAIL_TRANSPORT_RESEND_API_KEY: 'never shown to anyone' });

  it('the administration is opened from the menu, shows the state of the server, and works by keys', async () => {
    const { page, open } = await signInAdministrator(web);
    await open('/documents');
    await page.getByRole('button', { name: 'Ada Person' }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByText('Everything works').waitFor();
    await checkAxe(page);

    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('heading', { level: 1, name: 'Scheduled tasks' }).waitFor();
    await page.getByText('Next run').first().waitFor();
    await checkAxe(page);

    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('heading', { level: 2, name: 'Queues' }).waitFor();
    await checkAxe(page);

    await page.getByRole('link', { name: 'Search index' }).click();
    await page.getByText('Works', { exact: true }).waitFor();
    await checkAxe(page);

    await page.getByRole('link', { name: 'Plugins' }).click();
    await page.getByRole('list', { name: 'Plugins' }).getByRole('listitem').first().waitFor();
    await checkAxe(page);
  });

  it('the overview names what does not work, with the remedy, and everything works again afterwards', async () => {
    const { page } = await signInAdministrator(web);
    const pool = poolOf(web.app);
    await pool.query(`update server_process set mode = 'web'`); // as if the workers were other processes, and had ended
    await web.app.advance(20_000);
    await page.goto(`${web.app.baseUrl}/admin/overview`);
    const findings = page.getByRole('list', { name: 'Needs attention' });
    await findings.getByText('No process runs background jobs').waitFor();
    await findings.getByText('no process that runs jobs is alive').waitFor();
    await findings.getByText('PROCESS_MODE=worker').waitFor();
    await checkAxe(page);
    await pool.query(`update server_process set mode = 'all'`);
    await web.app.advance(20_000);
    await page.reload();
    await page.getByText('Everything works').waitFor();
  });

  it('the page shows what the installation holds, with a table of days for screen readers', async () => {
    const { page } = await signInAdministrator(web);
    await page.goto(`${web.app.baseUrl}/admin`);
    await page.waitForURL(/\/admin\/overview$/);
    const table = page.getByRole('table', { name: 'Documents per day' });
    await table.waitFor({ state: 'attached' });
    expect(await table.getByRole('row').count()).toBe(31);
    await page.getByLabel('Value').selectOption('Users');
    await page.getByRole('table', { name: 'Users per day' }).waitFor({ state: 'attached' });
    await page.getByLabel('Period').selectOption('90 days');
    await page.getByRole('row').nth(90).waitFor({ state: 'attached' });
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).toBeLessThan(1_500); // the table takes no place
    await page.getByRole('link', { name: 'Users' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  });

  it('administrators find the administration in the palette, in their language', async () => {
    const { page, open } = await signInAdministrator(web);
    await page.goto(`${web.app.baseUrl}/settings/region`);
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { level: 1, name: 'Sprache und Region' }).waitFor();
    await open('/documents');
    await page.getByRole('heading', { level: 1, name: 'Dokumente' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Verwaltung');
    await page.locator('[role=listbox][data-settled=true]').waitFor(); // results that arrive move the others
    await page.getByRole('option', { name: 'Verwaltung', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Überblick' }).waitFor();
    await page.getByText('Zustand des Servers').waitFor();
  });

  it('the page shows effective settings, finds them by words, and shows of secrets only that they are set', async () => {
    const { page } = await signInAdministrator(web);
    await page.goto(`${web.app.baseUrl}/admin/configuration`);
    await page.getByText('DATABASE_POOL_SIZE').waitFor();
    await checkAxe(page);
    await page.getByLabel('Search settings').fill('resend key');
    await page.getByText('DATABASE_POOL_SIZE').waitFor({ state: 'detached' });
    await page.getByText('Secret, set').waitFor();
    expect(await page.content()).not.toContain('never shown to anyone');
    await page.reload();
    await page.getByText('MAIL_TRANSPORT_RESEND_API_KEY').waitFor();
    await page.getByLabel('Search settings').fill('no such setting');
    await page.getByText('No setting matches').waitFor();
  });

  it('the administration fits on a phone without horizontal scrolling', async () => {
    const { page, userId, organizationId } = await signInAdministrator(web);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [path, heading] of [
      ['overview', 'Overview'],
      ['users', 'Users'],
      [`users/${userId}`, 'Ada Person'],
      ['organizations', 'Organizations'],
      [`organizations/${organizationId}`, 'Test archive'],
      ['webhooks', 'Webhooks'],
      ['audit', 'Audit log'],
      ['scheduled-tasks', 'Scheduled tasks'],
      ['queues', 'Jobs'],
      ['search-index', 'Search index'],
      ['plugins', 'Plugins'],
      ['configuration', 'Configuration'],
    ] as const) {
      await page.goto(`${web.app.baseUrl}/admin/${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
      await checkAxe(page);
    }
  });

  it('the administration is closed to others, without a request that the server would refuse', async () => {
    await signInAdministrator(web); // so that the next one is not the first account
    const { page, open } = await web.signIn({ name: 'Grace Fields' });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    await open('/documents');
    await page.getByRole('button', { name: 'Grace Fields' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
    await page.goto(`${web.app.baseUrl}/admin/plugins`);
    await page.getByText('Only administrators of this server can see these pages').waitFor();
    await checkAxe(page);
    expect(refused).toEqual([]);
  });
});
