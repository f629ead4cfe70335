import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { ScrubFiles } from '#capabilities/storage';
import { poolOf } from '../support/rows.js';
import { signInAdministrator } from './support/administrator.js';
import { checkAxe } from './support/check-axe.js';
import { uploadAndRead } from './support/upload.js';
import { webTest } from './support/web-test.js';

describe('a damaged file in the browser', () => {
  const web = webTest();

  it('a damaged file is shown on the page of its document and in the administration', async () => {
    const user = await signInAdministrator(web);
    const { page, open } = user;
    const content = Buffer.from('Dear all');
    const { id } = await uploadAndRead(user, { name: 'letter.txt', type: 'text/plain', content });
    const { rows } = await poolOf(web.app).query<{ key: string }>(
      'select original_storage_key as key from document where id = $1',
      [id],
    );
    await truncate(join(web.app.dataDir, 'documents', rows[0]!.key), 3);
    await web.app.app.get(ScrubFiles, { strict: false }).execute(new AbortController().signal);
    await open(`/documents/${id}`);
    await page.getByText('This document’s file is damaged').waitFor();
    await checkAxe(page);
    await page.goto(`${web.app.baseUrl}/admin/overview`);
    await page.getByRole('link', { name: '1 stored file is damaged' }).click();
    await page.getByRole('heading', { level: 1, name: 'Stored files' }).waitFor();
    await page.getByRole('list', { name: 'Damaged files' }).getByText(id).waitFor();
    await page.getByText('Wrong size').waitFor();
    await page.getByText('files were checked').waitFor();
    await checkAxe(page);
  });
});
