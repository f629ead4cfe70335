import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { indexDocumentRows } from '../support/rows.js';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { untilValue } from './support/eventual-value.js';
import { documentsPage, untilFound } from './pages/documents-page.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

/** hardening.md 26, 27 and 34: names and texts that are code somewhere else. */
const HOSTILE_NAMES = [
  '"><img src=x onerror=alert(1)>.txt',
  '<script>alert(1)</script>.txt',
  '..%2f..%2fetc.txt',
  'CON.txt',
  'right‮txt.exe',
  'zero​width.txt',
  '😀😀😀.txt',
  'é.txt',
  '{{constructor.constructor("alert(1)")()}}.txt',
  'a'.repeat(250) + '.txt',
];

describe('the list of documents', () => {
  const web = webTest();

  it('the list shows a document as soon as its text is read, where the search had found nothing', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    await user.open('/documents?q=marzipan');
    await user.page.getByText('Nothing found').waitFor();
    await uploadText(user, 'Bank letter.txt', 'The marzipan is due on 3 July.');
    await list.row('Bank letter.txt').waitFor();
  });

  it('the list finds documents while typing, marks the hits, and keeps chips and text as one query in the address', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    await uploadText(user, 'Bank letter.txt', 'The marzipan is due on 3 July.');
    await uploadText(user, 'Water bill.txt', 'Nothing sweet.');
    await untilFound(user, 'marzipan', 1);
    const { tag } = await user.call<{ tag: { id: string } }>('POST', `/api/organizations/${user.organizationId}/tags`, {
      name: 'two words',
      color: '#4F6BED',
    });
    const { documents } = await user.call<{ documents: { id: string; name: string }[] }>(
      'GET',
      `/api/organizations/${user.organizationId}/documents`,
    );
    for (const { id } of documents)
      await user.call('POST', `/api/organizations/${user.organizationId}/documents/${id}/tags`, { tagId: tag.id });

    await user.open('/documents');
    await list.row('Bank letter.txt').waitFor();
    await list.row('Water bill.txt').waitFor();
    await list.search.fill('marzipan');
    await list.row('Water bill.txt').waitFor({ state: 'detached' });
    await user.page.locator('mark', { hasText: 'marzipan' }).first().waitFor();
    await user.page.waitForURL(/q=marzipan/);

    // A click on a tag adds a filter, which becomes a chip in front of the text.
    await list.row('Bank letter.txt').getByRole('button', { name: 'two words' }).click();
    await user.page.getByRole('button', { name: 'Remove filter tag:"two words"' }).waitFor();
    await untilValue(list.search, 'marzipan');
    await user.page.getByText('tag “two words”', { exact: false }).first().waitFor();

    // A filter that is typed becomes a chip with the space after it, and Backspace takes the last one away.
    await list.search.fill('');
    await list.search.pressSequentially('-type:pdf ');
    await user.page.getByRole('button', { name: 'Remove filter -type:pdf' }).waitFor();
    await user.page.waitForURL((url) => url.searchParams.get('q') === 'tag:"two words" -type:pdf');
    await list.search.press('Backspace');
    await user.page.waitForURL((url) => url.searchParams.get('q') === 'tag:"two words"');
    await checkAxe(user.page);
  });

  it('the list says what it did not understand, and what may be meant', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    await uploadText(user, 'Invoice.txt', 'An invoice for water.');
    await untilFound(user, 'invoice', 1);
    await user.open('/documents?q=colour%3Ared');
    await user.page.getByRole('status').filter({ hasText: 'colour' }).waitFor();
    await user.page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await checkAxe(user.page);
    await user.open('/documents?q=invioce');
    await user.page.getByText('Nothing found for “invioce”. The list shows invoice instead.').waitFor();
    await list.row('Invoice.txt').waitFor();
    expect(await list.search.inputValue()).toBe('invioce');
    await checkAxe(user.page);
    await user.page.getByRole('button', { name: 'invoice', exact: true }).click();
    await untilValue(list.search, 'invoice');
    await user.page.getByText('Nothing found').waitFor({ state: 'detached' });
    await list.row('Invoice.txt').waitFor();
  });

  it('a search for words has the best match first until another order is chosen, and a list without words the newest', async () => {
    const user = await web.signIn();
    const { page } = user;
    const list = documentsPage(page);
    await uploadText(user, 'Marzipan invoice.txt', 'For sweets.');
    await untilFound(user, 'marzipan', 1);
    await uploadText(user, 'Contract.txt', 'A letter that mentions marzipan once, after a long beginning.');
    await untilFound(user, 'marzipan', 2);
    const names = async () => page.getByRole('row').getByRole('link').allTextContents();
    const sort = async (choice: string) => {
      await page.getByRole('button', { name: 'Sort', exact: true }).click();
      await page.getByRole('menuitem', { name: choice }).click();
    };

    await user.open('/documents');
    await list.row('Contract.txt').waitFor();
    expect(await names()).toEqual(['Contract.txt', 'Marzipan invoice.txt']);
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Added' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Best match' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await list.search.fill('marzipan');
    await page.locator('[data-query=marzipan]').waitFor();
    expect(await names()).toEqual(['Marzipan invoice.txt', 'Contract.txt']);
    expect(new URL(page.url()).searchParams.get('sort')).toBeNull();
    await checkAxe(page);

    // Opened from this list, the documents follow each other in its order, and the way back keeps it.
    await page.getByRole('link', { name: 'Marzipan invoice.txt' }).click();
    await page.getByText('1 of 2').waitFor();
    await page.goBack();
    await sort('Added');
    await page.waitForURL((url) => url.searchParams.get('sort') === 'createdAt');
    await eventually(async () => expect(await names()).toEqual(['Contract.txt', 'Marzipan invoice.txt']));
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Size' }).click();
    await page.waitForURL((url) => url.searchParams.get('sort') === 'size');
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Smallest first' }).click();
    await page.waitForURL((url) => url.searchParams.get('order') === 'asc');
    await eventually(async () => expect(await names()).toEqual(['Marzipan invoice.txt', 'Contract.txt']));
    await sort('Added');
    await page.waitForURL((url) => url.searchParams.get('sort') === 'createdAt');
    await list.search.fill('');
    await list.search.fill('marzi');
    await page.locator('[data-query=marzi]').waitFor();
    expect(await names()).toEqual(['Contract.txt', 'Marzipan invoice.txt']);
    await sort('Best match');
    await page.waitForURL((url) => url.searchParams.get('sort') === 'relevance');
    await eventually(async () => expect(await names()).toEqual(['Marzipan invoice.txt', 'Contract.txt']));
    await list.search.fill('');
    await eventually(async () => expect(await names()).toEqual(['Contract.txt', 'Marzipan invoice.txt']));
  });

  it('the list says what it ignores and why: a star that nothing serves, and a filter without its value', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    await uploadText(user, 'Invoice.txt', 'An invoice for water.');
    await untilFound(user, 'invoice', 1);
    await user.open('/documents');
    const notes = user.page.getByRole('search').getByRole('status');
    await list.search.fill('inv*ice');
    await notes.filter({ hasText: 'inv*ice' }).filter({ hasText: 'star' }).waitFor();
    await checkAxe(user.page);
    await list.search.fill('invoice size:');
    await notes.filter({ hasText: 'size: is ignored until its value is complete.' }).waitFor();
    await list.row('Invoice.txt').waitFor();
  });

  it('the list names every filter while nothing is typed but its beginning, and in the help', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    await uploadText(user, 'Invoice.txt', 'An invoice for water.');
    await user.open('/documents');
    for (const [typed, insert] of [
      ['siz', 'size:'],
      ['pag', 'pages:'],
      ['lang', 'language:'],
      ['fro', 'from:'],
      ['own', 'owner:'],
      ['has:', 'notes'],
      ['created:la', '"last month"'],
    ] as const) {
      await list.search.fill(typed);
      await user.page.getByRole('option').filter({ hasText: insert }).first().waitFor();
    }
    await list.search.fill('');
    await user.page.getByRole('button', { name: 'How to search' }).click();
    const help = user.page.getByRole('dialog', { name: 'How to search' });
    for (const name of ['size:', 'pages:', 'language:', 'from:', 'owner:', 'has:notes', 'last month'])
      await help.getByRole('button', { name }).first().waitFor();
    await checkAxe(user.page);
  });

  it('the list offers a correction that finds more, where few documents have the same mistake', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    await uploadText(user, 'Mistake.txt', 'An invioce.');
    for (let number = 1; number <= 6; number += 1) await uploadText(user, `Right ${number}.txt`, `Invoice ${number}.`);
    await untilFound(user, 'invoice', 6);
    await untilFound(user, 'invioce', 1);
    await user.open('/documents?q=invioce');
    await list.row('Mistake.txt').waitFor();
    await user.page.getByText('Did you mean invoice (6 documents)?').waitFor();
    await checkAxe(user.page);
    await user.page.getByRole('button', { name: 'invoice', exact: true }).click();
    await list.row('Right 6.txt').waitFor();
  });

  it('a search of the trash leads to the trash, which finds the words in names', async () => {
    const user = await web.signIn();
    const { page } = user;
    for (const name of ['Old contract.txt', 'Other.txt']) {
      const id = await uploadText(user, name, `text of ${name}`);
      await user.call('DELETE', `/api/organizations/${user.organizationId}/documents/${id}`);
    }
    await user.open('/documents?q=contract%20in%3Atrash');
    await page.getByRole('status').filter({ hasText: 'The list of the trash finds those in it' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Search trash for “contract”' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/deleted') && url.searchParams.get('q') === 'contract');
    await page.getByRole('listitem').filter({ hasText: 'Old contract.txt' }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Other.txt' }).count()).toBe(0);
  });

  it('the list suggests filters and tags while typing, which the keyboard chooses', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    await user.call('POST', `/api/organizations/${user.organizationId}/tags`, {
      name: 'insurance',
      color: '#4F6BED',
    });
    await uploadText(user, 'Policy.txt', 'A policy.');
    await user.open('/documents');
    await list.row('Policy.txt').waitFor();
    await user.page.keyboard.press('/');
    await list.search.pressSequentially('tag:ins');
    const option = user.page.getByRole('option', { name: /insurance/ });
    await option.waitFor();
    await checkAxe(user.page);
    await list.search.press('ArrowDown');
    await list.search.press('Enter');
    await user.page.getByRole('button', { name: 'Remove filter tag:insurance' }).waitFor();
    await user.page.waitForURL((url) => url.searchParams.get('q') === 'tag:insurance');
  });

  it('the list shows hostile names and texts inertly, as rows, cards and in the preview panel', async () => {
    const user = await web.signIn();
    for (const [index, name] of HOSTILE_NAMES.entries())
      await uploadText(user, name, `<img src=x onerror=alert(1)> "><script>alert(1)</script> hostile ${index}`);
    await untilFound(user, 'hostile', HOSTILE_NAMES.length);
    user.page.on('dialog', (dialog) => user.complaints.push(`dialog: ${dialog.message()}`));
    await user.open('/documents?q=hostile');
    await user.page.getByRole('link', { name: /<img src=x onerror=alert\(1\)>\.txt/ }).waitFor();
    await user.page.locator('mark').first().waitFor();
    await user.page.keyboard.press('j');
    await user.page.keyboard.press('Space');
    await user.page.getByRole('complementary', { name: /^Preview of/ }).waitFor();
    await checkAxe(user.page);
    await user.page.getByRole('button', { name: 'Show cards' }).click();
    await user.page.getByRole('list', { name: 'Documents' }).waitFor();
    expect(await user.page.locator('img[src="x"], main script').count()).toBe(0);
    await checkAxe(user.page);
  });

  it('the list shows the twenty most frequent tags in a menu, which leads to the search for all others', async () => {
    const user = await web.signIn();
    const { page, call, organizationId } = user;
    const list = documentsPage(page);
    const one = await uploadText(user, 'One.txt', 'Text of the first');
    const two = await uploadText(user, 'Two.txt', 'Text of the second');
    for (let number = 0; number <= 21; number += 1) {
      const { tag } = await call<{ tag: { id: string } }>('POST', `/api/organizations/${organizationId}/tags`, {
        name: `subject ${String(number).padStart(2, '0')}`,
        color: '#336699',
      });
      for (const documentId of number === 21 ? [two] : [one, two])
        await call('POST', `/api/organizations/${organizationId}/documents/${documentId}/tags`, { tagId: tag.id });
    }
    await user.open('/documents');
    await list.row('One.txt').waitFor();
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('menuitem', { name: 'subject 00 2' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'subject 21' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Find another…' }).click();
    await page.locator('input:focus').and(list.search).waitFor();
    await list.search.pressSequentially('"subject 21');
    await page.getByRole('option', { name: 'subject 21' }).click();
    await list.row('One.txt').waitFor({ state: 'detached' });
    await list.row('Two.txt').waitFor();
  });

  it('selected documents are tagged and trashed by the keyboard, and both is undone', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    for (const name of ['One.txt', 'Two.txt', 'Three.txt']) await uploadText(user, name, `Text of ${name}`);
    await user.open('/documents?sort=name');
    await list.row('One.txt').waitFor();
    await user.page.keyboard.press('j');
    await user.page.keyboard.press('x');
    await user.page.keyboard.press('Shift+J');
    await user.page.getByText('2 selected').waitFor();
    await user.page.keyboard.press('t');
    await user.page.getByLabel('Find or create a tag').fill('urgent');
    await checkAxe(user.page);
    await user.page.getByLabel('Find or create a tag').press('Enter');
    await user.page.getByRole('checkbox', { name: 'urgent', checked: true }).waitFor();
    await user.page.keyboard.press('Escape');
    await user.page.getByRole('dialog', { name: 'Tags' }).waitFor({ state: 'detached' });
    await list.row('One.txt').getByRole('button', { name: 'urgent' }).waitFor();
    await list.row('Three.txt').getByRole('button', { name: 'urgent' }).waitFor();
    await checkAxe(user.page);
    await user.page.keyboard.press('Control+z');
    await list.row('One.txt').getByRole('button', { name: 'urgent' }).waitFor({ state: 'detached' });

    await user.page.getByRole('button', { name: 'Move to trash' }).click();
    await list.row('One.txt').waitFor({ state: 'detached' });
    await list.row('Two.txt').waitFor();
    await user.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await list.row('One.txt').waitFor();
    await list.row('Three.txt').waitFor();
  });

  it('all matching documents are changed as a task, which is undone exactly', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    for (const name of ['One.txt', 'Two.txt']) await uploadText(user, name, `Text of ${name}`);
    await user.open('/documents');
    await list.row('One.txt').waitFor();
    await user.page.keyboard.press('Control+a');
    await user.page.getByText('All 2 that match are selected').waitFor();
    await user.page.getByRole('button', { name: 'Date', exact: true }).last().click();
    await user.page.getByRole('dialog').getByLabel('Date', { exact: true }).fill('2026-07-03');
    await user.page.getByRole('button', { name: 'Set date' }).click();
    await list.row('One.txt').getByRole('button', { name: 'Jul 3, 2026' }).waitFor();
    await user.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await list.row('One.txt').getByRole('button', { name: 'Jul 3, 2026' }).waitFor({ state: 'detached' });
  });

  it('new documents of others wait, and own ones are shown at once', async () => {
    const user = await web.signIn();
    const list = documentsPage(user.page);
    await uploadText(user, 'First.txt', 'one');
    await user.open('/documents');
    await list.row('First.txt').waitFor();
    await uploadText(user, 'Second.txt', 'two');
    await list.row('Second.txt').waitFor();
  });

  it('the list has at most 60 of 10,000 rows in the page, and jumps to the last one', async () => {
    const user = await web.signIn();
    await fill(web.app.installation.databaseUrl, user.organizationId, 10_000);
    await indexDocumentRows(web.app, user.organizationId);
    await user.open('/documents?sort=name');
    const list = documentsPage(user.page);
    await list.row('Document 00001.txt').waitFor();
    await user.page.getByText('10,000 documents').waitFor();
    expect(await user.page.getByRole('row').count()).toBeLessThanOrEqual(60);
    await user.page.getByRole('grid').evaluate((grid: { parentElement: { scrollTop: number } }) => {
      grid.parentElement.scrollTop = 1e9;
    });
    await list.row('Document 10000.txt').waitFor();
    expect(await user.page.getByRole('row').count()).toBeLessThanOrEqual(60);
  });

  it('the list accepts keys after a click on a checkbox, and opens the palette from the search', async () => {
    const me = await web.signIn();
    await uploadText(me, 'first.txt', 'one');
    await me.open('/documents');
    await me.page.getByRole('checkbox', { name: /first/ }).click();
    await me.page.keyboard.press('t');
    await me.page.getByRole('textbox', { name: 'Find or create a tag' }).and(me.page.locator(':focus')).waitFor();
    await me.page.keyboard.press('Escape');
    await me.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await me.page.keyboard.press('/');
    await me.page.keyboard.press('Control+k');
    await me.page.getByRole('dialog', { name: 'Command menu' }).waitFor();
  });

  it('the list shows a document again whose move to the trash was refused, without an undo', async () => {
    const me = await web.signIn();
    await uploadText(me, 'kept.txt', 'one');
    await me.open('/documents');
    await me.page.route('**/documents/batch/trash', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'server.busy', message: 'The server is busy.', details: [] } },
      }),
    );
    await me.page.getByRole('link', { name: 'kept.txt' }).waitFor();
    await me.page.keyboard.press('j');
    await me.page.keyboard.press('#');
    await me.page.getByText('The server is busy.').first().waitFor();
    await me.page.getByRole('link', { name: 'kept.txt' }).waitFor();
    expect(await me.page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });
});

/** Rows of documents without files. */
async function fill(connectionString: string, organizationId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `insert into stored_file (storage_key, state) select 'web' || n, 'committed' from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, content, extraction_status,
       extraction_outcome)
     select 'doc_' || lpad(n::text, 24, '0'), now(), now(), $1, name, 1, 'web' || n, 'web' || n, name, name,
       'text/plain', 'text', 'completed', 'text'
     from (select n, 'Document ' || lpad(n::text, 5, '0') || '.txt' as name from generate_series(1, $2::int) n) rows`,
    [organizationId, count],
  );
  await client.query(
    'update organization_log set active_documents = $2, active_bytes = $2 where organization_id = $1',
    [organizationId, count],
  );
  await client.end();
}
