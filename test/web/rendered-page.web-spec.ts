import { describe, expect, it } from '@jest/globals';
import { checkAxe } from './support/check-axe.js';
import { uploadAndRead } from './support/upload.js';
import { webTest } from './support/web-test.js';

const FRAME = 'iframe[title="The file as a page"]';

describe('a file that is shown as a page', () => {
  const web = webTest();

  it('a table is shown in a frame without scripts, and its text is a click away', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const content = Buffer.from('Name,Sum\nTeashop,12\n<script>top.document.title="taken"</script>,1\n');
    const { id } = await uploadAndRead(user, { name: 'accounts.csv', type: 'text/csv', content });
    await open(`/documents/${id}`);
    await page.frameLocator(FRAME).getByRole('cell', { name: 'Teashop' }).waitFor();
    expect(await page.locator(FRAME).getAttribute('sandbox')).toBe('');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Show the text' }).click();
    await page.getByText('Teashop,12').waitFor();
    await page.getByRole('button', { name: 'Show the page' }).click();
    await page.frameLocator(FRAME).getByRole('columnheader', { name: 'Sum' }).waitFor();
    expect(await page.title()).not.toContain('taken');
  });
});
