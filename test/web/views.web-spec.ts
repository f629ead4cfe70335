import { describe, expect, it } from '@jest/globals';
import { documentsPage, untilFound } from './pages/documents-page.js';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

describe('saved views', () => {
  const web = webTest();

  it('a saved view keeps a search with its order, is in the sidebar with a count, and is changed, deleted and restored', async () => {
    const user = await web.signIn();
    const { page } = user;
    const list = documentsPage(page);
    await uploadText(user, 'Water bill.txt', 'marzipan');
    await untilFound(user, 'marzipan', 1);
    await user.open('/documents?q=marzipan&sort=name');
    await list.row('Water bill.txt').waitFor();
    await page.getByRole('button', { name: 'Save as view' }).click();
    await page.getByLabel('Name').fill('Sweet <b>things</b>');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/views\/dv_/);
    await page.getByRole('heading', { level: 1, name: 'Sweet <b>things</b>' }).waitFor();
    const views = page.getByRole('list', { name: 'Views' });
    await views.getByRole('link', { name: 'Sweet <b>things</b> 1' }).waitFor();
    await list.row('Water bill.txt').waitFor();
    await checkAxe(page);

    await list.search.fill('water');
    await page.getByRole('button', { name: 'Save to view' }).click();
    await page.getByText('“Sweet <b>things</b>” saved').waitFor();
    const { documentViews } = await user.call<{ documentViews: { query: string; sortField: string }[] }>(
      'GET',
      `/api/organizations/${user.organizationId}/document-views`,
    );
    expect(documentViews).toEqual([expect.objectContaining({ query: 'water', sortField: 'name' })]);

    await views.getByRole('button', { name: 'Actions for Sweet <b>things</b>' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'View not found' }).waitFor();
    const notification = page.locator('[data-toast]').filter({ hasText: 'View “Sweet <b>things</b>” deleted' });
    await notification.getByRole('button', { name: 'Undo' }).click();
    await views.getByRole('link', { name: /Sweet/ }).waitFor();
  });

  it('saved views move into one another by the menu and by dragging', async () => {
    const user = await web.signIn();
    const { page } = user;
    for (const name of ['House', 'Insurance', 'Tax'])
      await user.call('POST', `/api/organizations/${user.organizationId}/document-views`, { name, query: name });
    await user.open('/documents');
    const views = page.getByRole('list', { name: 'Views' });
    await views.getByRole('button', { name: 'Actions for Insurance' }).click();
    await page.getByRole('menuitem', { name: 'Move into the view above' }).click();
    await views.getByRole('button', { name: 'Views below House' }).waitFor();
    const [from, to] = [views.getByRole('link', { name: /Tax/ }), views.getByRole('link', { name: /House/ })];
    await from.dragTo(to);
    await page.getByText('“Tax” moved').waitFor();
    const namesInHouse = async (): Promise<string[]> => {
      const { documentViews } = await user.call<{
        documentViews: { id: string; name: string; parentId: string | null }[];
      }>('GET', `/api/organizations/${user.organizationId}/document-views`);
      const house = documentViews.find(({ name }) => name === 'House')?.id;
      return documentViews
        .filter(({ parentId }) => parentId === house)
        .map(({ name }) => name)
        .sort();
    };
    await eventually(async () => expect(await namesInHouse()).toEqual(['Insurance', 'Tax']));
  });
});
