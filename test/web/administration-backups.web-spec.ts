import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from '@jest/globals';
import { BackupConfig } from '#config/backup';
import { signInAdministrator } from './support/administrator.js';
import { checkAxe } from './support/check-axe.js';
import { webTest } from './support/web-test.js';

describe('the page of backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'archivolt-backups-'));
  const web = webTest({ BACKUP_FOLDER: folder });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('an administrator makes a backup and tests it, and sees both end', async () => {
    const { page } = await signInAdministrator(web);
    await page.goto(`${web.address}/admin/backups`);
    await page.getByText('No backup yet.').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Back up now' }).click();
    const list = page.getByRole('list', { name: 'Backups and test restores' });
    const made = list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Backup' }) });
    await made.getByText('Done').waitFor();
    await page.getByRole('button', { name: 'Test restore now' }).click();
    const tested = list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Test restore' }) });
    await tested.getByText('Done').waitFor();
    await checkAxe(page);
  });

  it('a server that makes no backups names the setting', async () => {
    const config = web.app.app.get(BackupConfig, { strict: false });
    delete config.folder;
    try {
      const { page } = await signInAdministrator(web, 'Bea Person');
      await page.goto(`${web.address}/admin/overview`);
      await page.getByRole('link', { name: 'Backups' }).click();
      await page.getByRole('heading', { name: 'The server makes no backups' }).waitFor();
      await page.getByText('BACKUP_FOLDER').waitFor();
      await checkAxe(page);
    } finally {
      config.folder = folder;
    }
  });
});
