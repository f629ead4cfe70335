import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { untilValue } from './support/eventual-value.js';
import { openRow, untilRow } from './support/property-row.js';
import { uploadAndRead } from './support/upload.js';
import { webTest, type SignedIn } from './support/web-test.js';

const LETTER = new URL('../../plugins/extraction-image/test/fixtures/letter.png', import.meta.url);
/** Where the word "orchard" is in the picture, in its pixels. */
const ORCHARD = { x: 859, y: 228 };

const text = (name: string, content: string) => ({ name, type: 'text/plain', content: Buffer.from(content) });
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).first();

/** On a busy machine the first page may take longer than the five seconds after which pictures are shown instead. */
const neverOverdue = `{
  const original = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => original(run, ms === 5000 ? 60000 : ms, ...rest);
}`;

/** Notes are saved after a second, in which a busy machine may not get to the reload that the draft has to survive. */
const neverSaved = `{
  const original = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => original(run, ms === 1000 ? 600000 : ms, ...rest);
}`;

describe('the page of a document', () => {
  const web = webTest();
  const documentOf = async (user: SignedIn, id: string) => {
    const path = `/api/organizations/${user.organizationId}/documents/${id}`;
    const { document } = await user.call<{ document: Record<string, unknown> }>('GET', path);
    return document;
  };
  const untilSaved = (user: SignedIn, id: string, fields: object): Promise<void> =>
    eventually(async () => expect(await documentOf(user, id)).toMatchObject(fields));

  it('the page marks the hits of the search on a scan, where the words are', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const content = await readFile(LETTER);
    const { id } = await uploadAndRead(user, { name: 'letter.png', type: 'image/png', content });
    await open(`/documents/${id}?q=orchard`);
    await page.getByRole('heading', { level: 1, name: 'letter.png' }).waitFor();
    await page.locator('[data-page="1"] img[data-drawn]').waitFor();
    await page.getByText('Match 1 of 1').waitFor();
    const mark = await page.locator('[data-page="1"] [data-hit="0"]').boundingBox();
    const picture = await page.locator('[data-page="1"] img').boundingBox();
    if (!mark || !picture) throw new Error('the mark or the page has no place');
    const width = `document.querySelector('[data-page="1"] img').naturalWidth`;
    expect(await page.evaluate<number>(width)).toBeGreaterThan(700);
    const ratio = picture.width / 1240;
    const [x, y] = [picture.x + ORCHARD.x * ratio, picture.y + ORCHARD.y * ratio];
    expect(x).toBeGreaterThan(mark.x);
    expect(x).toBeLessThan(mark.x + mark.width);
    expect(y).toBeGreaterThan(mark.y);
    expect(y).toBeLessThan(mark.y + mark.height);
    await checkAxe(page);
  });

  it('the page draws a PDF itself, marks its hits, steps through them, and keeps page and search in the address', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const pages = Array.from({ length: 12 }, (_, index) => ({
      drawing: textLines([
        `Page number ${index + 1}`,
        index % 4 === 0 ? 'the marzipan is here' : 'nothing of interest',
      ]),
    }));
    const { id } = await uploadAndRead(user, {
      name: 'book.pdf',
      type: 'application/pdf',
      content: aPdf(...pages),
    });
    await page.addInitScript(neverOverdue);
    await open(`/documents/${id}`);
    await page.locator('[data-page="1"] [data-drawn] canvas').waitFor();
    expect(await page.locator('[data-page]').count()).toBeLessThan(8);
    await page.getByRole('searchbox', { name: 'Search in this document' }).fill('marzipan');
    await page.getByText('Match 1 of 3').waitFor();
    await page.locator('[data-page="1"] [data-hit="0"]').waitFor();
    await page.getByRole('button', { name: 'Next match' }).click();
    await page.getByText('Match 2 of 3').waitFor();
    await page.locator('[data-page="5"] [data-hit="1"][data-current]').waitFor();
    await page.locator('[data-page="5"] [data-drawn] canvas').waitFor();
    await page.waitForURL(/page=5/);
    await page.locator('main').press('n');
    await page.getByText('Match 3 of 3').waitFor();
    await page.locator('[data-page="9"] [data-hit="2"]').waitFor();
    await page.waitForURL(/page=9/);
    expect(new URL(page.url()).searchParams.get('find')).toBe('marzipan');
    await page.reload();
    await page.locator('[data-page="9"] [data-drawn] canvas').waitFor();
    await page.getByText('Match 1 of 3').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Dark pages' }).click();
    await page.locator('[data-page="9"] [data-drawn] canvas').waitFor();
    await checkAxe(page);
  });

  it('the page lists the files in a mail, and the reasons of those without text', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const part = (name: string, content: string) =>
      `--b\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n` +
      `${Buffer.from(content).toString('base64')}\n`;
    const mail =
      'From: a@example.com\nSubject: Jam\nContent-Type: multipart/mixed; boundary=b\n\n' +
      `${part('recipe.txt', 'a pound of sugar')}${part('damaged.pdf', '%PDF-1.7 and nothing more')}--b--\n`;
    const content = Buffer.from(mail);
    const { id } = await uploadAndRead(user, { name: 'jam.eml', type: 'message/rfc822', content });
    await open(`/documents/${id}`);
    const items = details(page).getByRole('region', { name: 'Attachments' }).getByRole('listitem');
    await items.first().waitFor();
    expect(await items.allInnerTexts()).toEqual([
      expect.stringMatching(/^recipe\.txt\s+text\/plain · 16 byte$/),
      expect.stringMatching(/^damaged\.pdf\s+application\/pdf · 25 byte · damaged$/),
    ]);
    await checkAxe(page);
  });

  it('a document is renamed, dated, tagged and annotated, each with undo, and notes survive a reload', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const { id } = await uploadAndRead(user, text('plain.txt', 'A plain text about walnuts.'));
    await open(`/documents/${id}`);
    await page.getByRole('region', { name: 'Text' }).getByText('walnuts').waitFor();

    await page.locator('main').press('r');
    await page.getByRole('textbox', { name: 'Document name' }).fill('Walnuts 2026.txt');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Walnuts 2026.txt' }).waitFor();
    await untilSaved(user, id, { name: 'Walnuts 2026.txt' });
    await page.getByText('Renamed to “Walnuts 2026.txt”').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { level: 1, name: 'plain.txt' }).waitFor();
    await untilSaved(user, id, { name: 'plain.txt' });

    await (await openRow(details(page), 'Date')).fill('2026-07-03');
    await page.keyboard.press('Enter');
    await untilSaved(user, id, { documentDate: '2026-07-03T00:00:00.000Z' });
    await untilRow(details(page), 'Date', 'Jul 3, 2026');
    await page.keyboard.press('Enter'); // the row has the focus
    await details(page).getByRole('button', { name: 'Clear date' }).click();
    await untilSaved(user, id, { documentDate: null });

    await details(page).getByRole('combobox', { name: 'Tags' }).fill('Nuts');
    await page.getByRole('option', { name: 'Create “Nuts”' }).click();
    await page.getByText('Tagged “Nuts”').waitFor();
    await untilSaved(user, id, { tags: [{ name: 'Nuts' }] });
    await undo(page).click();
    await untilSaved(user, id, { tags: [] });

    await page.evaluate(neverSaved);
    await details(page).getByLabel('Notes').fill('Look at this again');
    await page.reload();
    await untilValue(details(page).getByLabel('Notes'), 'Look at this again');
    await details(page).getByText('Saved').waitFor();
    await untilSaved(user, id, { notes: 'Look at this again' });
    await checkAxe(page);
  });

  it('properties are rows to read, each with a field for its type, and empty ones are folded', async () => {
    const user = await web.signIn({ name: 'Nina Member' });
    const { page, open, organizationId, call, userId } = user;
    const properties = `/api/organizations/${organizationId}/custom-properties`;
    const options = [{ name: 'Open' }, { name: 'Paid' }];
    for (const [name, type] of Object.entries({
      ...{ Remark: 'text', Amount: 'number', Due: 'date', Checked: 'boolean' },
      ...{ Owner: 'user_relation', Related: 'document_relation' },
    }))
      await call('POST', properties, { name, type });
    await call('POST', properties, { name: 'State', type: 'select', options });
    await call('POST', properties, { name: 'Labels', type: 'multi_select', options });
    const other = await uploadAndRead(user, text('other.txt', 'Another text.'));
    const { id } = await uploadAndRead(user, text('one.txt', 'One text.'));
    await open(`/documents/${id}`);
    const panel = details(page);
    await panel.getByRole('button', { name: 'Show 8 empty properties' }).click();
    for (const [label, typed] of [
      ['Remark', '<img src=x onerror=alert(1)>'],
      ['Amount', '1234,5'],
      ['Due', '12/24/2026'],
    ] as const) {
      const field = await openRow(panel, label);
      await field.fill(typed);
      await field.press('Enter');
    }
    await (await openRow(panel, 'Checked')).selectOption('Yes');
    await (await openRow(panel, 'State')).selectOption('Paid');
    for (const [field, typed, option] of [
      ['Labels', 'Open', 'Open'],
      ['Owner', 'Nina', 'Nina Member'],
      ['Related', 'other', 'other.txt'],
    ] as const) {
      await (await openRow(panel, field)).fill(typed);
      await page.getByRole('option', { name: option, exact: true }).click();
    }
    const values = async () => {
      const { customProperties } = (await documentOf(user, id)) as {
        customProperties: { name: string; value: unknown }[];
      };
      return Object.fromEntries(customProperties.map(({ name, value }) => [name, value]));
    };
    // Each field is saved with a request of its own.
    await eventually(async () =>
      expect(await values()).toMatchObject({
        Remark: '<img src=x onerror=alert(1)>',
        Amount: 1234.5,
        Due: expect.stringMatching(/^2026-12-24/) as unknown,
        Checked: true,
        State: { name: 'Paid' },
        Labels: [{ name: 'Open' }],
        Owner: [{ userId, name: 'Nina Member' }],
        Related: [{ documentId: other.id, name: 'other.txt' }],
      }),
    );
    await untilRow(panel, 'Remark', '<img src=x onerror=alert(1)>');
    await untilRow(panel, 'Amount', '1,234.5');
    await untilRow(panel, 'Checked', 'Yes');
    await checkAxe(page);
    const amount = await openRow(panel, 'Amount');
    await amount.fill('many');
    await amount.press('Enter');
    await panel.getByText('This is not a number.').waitFor();
    await checkAxe(page);
    await amount.press('Escape');
    await untilRow(panel, 'Amount', '1,234.5');
    await page.reload();
    await untilRow(panel, 'State', 'Paid');
    await untilRow(panel, 'Related', 'other.txt');
    expect(await panel.getByRole('button', { name: /empty/ }).count()).toBe(0);
  });

  it('Escape closes the list of a field with several values and leaves what was chosen', async () => {
    const user = await web.signIn();
    const { page, open, organizationId, call } = user;
    const options = [{ name: 'Open' }, { name: 'Paid' }];
    await call('POST', `/api/organizations/${organizationId}/custom-properties`, {
      ...{ name: 'Labels', type: 'multi_select', options },
    });
    const { id } = await uploadAndRead(user, text('one.txt', 'One text.'));
    await open(`/documents/${id}`);
    await details(page).getByRole('button', { name: 'Show 1 empty property' }).click();
    const field = await openRow(details(page), 'Labels');
    await field.fill('Open');
    await page.getByRole('option', { name: 'Open', exact: true }).click();
    await details(page).getByRole('button', { name: 'Remove Open' }).waitFor();
    const list = page.getByRole('listbox');
    await field.press('ArrowDown');
    await list.waitFor();
    await field.press('Escape');
    await list.waitFor({ state: 'detached' });
    await field.press('Escape');
    await untilRow(details(page), 'Labels', 'Open');
    await (await openRow(details(page), 'Labels')).fill('Paid');
    await page.getByRole('option', { name: 'Paid', exact: true }).click();
    await untilSaved(user, id, {
      customProperties: [{ name: 'Labels', value: [{ name: 'Open' }, { name: 'Paid' }] }],
    });
  });

  it('the text is edited, and both versions are shown when another person was faster', async () => {
    const user = await web.signIn();
    const { page, open, organizationId, call } = user;
    const { id } = await uploadAndRead(user, text('letter.txt', 'The first text.'));
    const path = `/api/organizations/${organizationId}/documents/${id}`;
    await open(`/documents/${id}`);
    await details(page).waitFor();
    await page.locator('main').press('e');
    const field = page.getByRole('textbox', { name: 'Text of the document' });
    await field.fill('My corrected text.');
    await call('PATCH', path, { content: 'Their text.' });
    await page.getByRole('button', { name: 'Save text' }).click();
    const dialog = page.getByRole('dialog', { name: 'The text was changed in the meantime' });
    await dialog.getByRole('region', { name: 'Yours' }).getByText('My corrected text.').waitFor();
    await dialog.getByRole('region', { name: 'Theirs' }).getByText('Their text.').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await details(page).getByText('The extracted text was replaced by Ada Person.').waitFor();
    await untilSaved(user, id, { content: 'My corrected text.' });
    await undo(page).click();
    await untilSaved(user, id, { content: 'Their text.' });
  });

  it('a person who leaves the page while a document goes to the trash stays where they went', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const [id] = [
      (await uploadAndRead(user, text('a.txt', 'Text of a, with lentils.'))).id,
      (await uploadAndRead(user, text('b.txt', 'Text of b, with lentils.'))).id,
    ];
    await open(`/documents/${id}?q=lentils&sort=name&order=asc&at=0`);
    await page.getByText('1 of 2').waitFor();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(`**/documents/${id}`, async (route) => {
      if (route.request().method() === 'DELETE') {
        asked.resolve();
        await held.promise;
      }
      await route.continue();
    });
    await page.locator('main').press('#');
    await asked.promise;
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    held.resolve();
    await untilSaved(user, id, { isDeleted: true });
    await undo(page).click();
    await untilSaved(user, id, { isDeleted: false });
    expect(new URL(page.url()).pathname).toMatch(/\/tags$/);
  });

  it('tags keep their order while they are chosen, and one that is chosen while another is created stays', async () => {
    const user = await web.signIn();
    const { page, open, call, organizationId } = user;
    for (const name of ['Apple', 'Banana', 'Cherry'])
      await call('POST', `/api/organizations/${organizationId}/tags`, { name, color: '#336699' });
    const { id } = await uploadAndRead(user, text('a.txt', 'Text of a.'));
    await open(`/documents/${id}`);
    const picker = details(page).getByRole('combobox', { name: 'Tags' });
    const order = async () => (await page.getByRole('option').allInnerTexts()).map((each) => each.split('\n')[0]);
    await picker.click();
    await page.getByRole('option', { name: 'Cherry' }).click();
    await page.getByRole('option', { name: 'Cherry', selected: true }).waitFor();
    expect(await order()).toEqual(['Apple', 'Banana', 'Cherry']);
    const held = Promise.withResolvers<void>();
    await page.route(`**/organizations/${organizationId}/tags`, async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    await picker.fill('Dates');
    await page.getByRole('option', { name: 'Create “Dates”' }).click();
    await picker.fill('Banana');
    await page.getByRole('option', { name: 'Banana' }).click();
    await details(page).getByRole('button', { name: 'Remove Banana' }).waitFor();
    held.resolve();
    await eventually(async () => {
      const { document } = await call<{ document: { tags: { name: string }[] } }>(
        'GET',
        `/api/organizations/${organizationId}/documents/${id}`,
      );
      expect(document.tags.map(({ name }) => name).toSorted()).toEqual(['Banana', 'Cherry', 'Dates']);
    });
  });

  it('the page continues with the next document of the list after the trash, and undoes it', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const ids: string[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      ids.push((await uploadAndRead(user, text(name, `Text of ${name}, with lentils.`))).id);
    await open(`/documents/${ids[0]}?q=lentils&sort=name&order=asc&at=0`);
    await page.getByText('1 of 3').waitFor();
    await page.locator('main').press('Shift+J');
    await page.getByRole('heading', { level: 1, name: 'b.txt' }).waitFor();
    await page.getByText('2 of 3').waitFor();
    await page.locator('main').press('#');
    await page.getByRole('heading', { level: 1, name: 'c.txt' }).waitFor();
    await page.getByText('2 of 2').waitFor();
    await untilSaved(user, ids[1] ?? '', { isDeleted: true });
    await undo(page).click();
    await untilSaved(user, ids[1] ?? '', { isDeleted: false });
    await page.getByText('2 of 3').waitFor();
    await page.locator('main').press('#');
    await page.getByRole('heading', { level: 1, name: 'b.txt' }).waitFor();
    await open(`/documents/${ids[2]}`);
    await page.getByText('This document is in the trash.').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await untilSaved(user, ids[2] ?? '', { isDeleted: false });
    await page.getByRole('button', { name: 'Move to trash' }).waitFor();
  });

  it('the page shows changes of others live, and who made them', async () => {
    const one = await web.signIn({ name: 'First Person' });
    const { id } = await uploadAndRead(one, text('shared.txt', 'Shared text.'));
    const other = await web.signUp({ name: 'Second Person' });
    const invitations = `/api/organizations/${one.organizationId}/members/invitations`;
    await one.call('POST', invitations, { email: other.email, role: 'member' });
    const { invitations: mine } = await other.call<{ invitations: { id: string }[] }>('GET', '/api/invitations');
    await other.call('POST', `/api/invitations/${mine[0]?.id ?? ''}/accept`);
    await one.open(`/documents/${id}?tab=activity`);
    await one.page.getByText('First Person added the document').waitFor();
    await other.call('PATCH', `/api/organizations/${one.organizationId}/documents/${id}`, { name: 'renamed.txt' });
    await one.page.getByRole('heading', { level: 1, name: 'renamed.txt' }).waitFor();
    await one.page.getByText('Second Person has just changed this document.').waitFor();
    await one.page.getByText('Second Person changed the name').waitFor();
    await checkAxe(one.page);
  });

  it('the page shows hostile names and texts as they are, and runs nothing of them', async () => {
    const user = await web.signIn();
    const { page, open, organizationId, call } = user;
    const names = [
      '"><img src=x onerror=document.title="x">.txt',
      '<b>gnp</b>.txt',
      "{{constructor.constructor('x')()}}.txt",
    ];
    for (const [index, name] of names.entries()) {
      const content = `<script>document.title = "changed ${index}"</script><img src=x onerror="document.title='x'"> javascript:x ${index}`;
      const { id } = await uploadAndRead(user, text(`${index}.txt`, content));
      await call('PATCH', `/api/organizations/${organizationId}/documents/${id}`, { name });
      await open(`/documents/${id}?find=script&tab=text`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByText('document.title').first().waitFor();
      await tab(page, 'Activity').click();
      await page.getByText('added the document').waitFor();
      await eventually(async () => expect(await page.title()).toBe(`${name} · Archivolt`));
      expect(await page.locator('img[src=x]').count()).toBe(0);
    }
  });

  it('the page says why a file could not be read, and shows each step of the processing', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const content = Buffer.from('%PDF-1.7\nthis is not a PDF at all');
    const { id } = await uploadAndRead(user, { name: 'broken.pdf', type: 'application/pdf', content });
    await open(`/documents/${id}?tab=processing`);
    await page.getByText(/a repaired copy can be uploaded/).waitFor();
    await page.getByText('File received').waitFor();
    await page.getByText('failed').first().waitFor();
    await page.getByText('The file cannot be shown here').waitFor();
    await page.getByRole('button', { name: 'Read file again' }).click();
    await page.getByText('The file will be read again').waitFor();
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
    await checkAxe(page);
  });

  it('the page of a document fits on a phone, with the details as a sheet', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const { id } = await uploadAndRead(user, text('phone.txt', 'A text on a phone.'));
    await page.setViewportSize({ width: 360, height: 740 });
    await open(`/documents/${id}`);
    await page.getByRole('region', { name: 'Text' }).getByText('A text on a phone.').waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    await page.getByRole('button', { name: 'Show details' }).click();
    const sheet = page.getByRole('dialog', { name: 'Details' });
    await sheet.getByLabel('Notes').waitFor();
    await sheet.getByRole('tab', { name: 'Processing' }).click();
    await sheet.getByText('File received').waitFor();
    await checkAxe(page);
  });

  it('the old address of the PDF viewer leads to the page of the document', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    const { id } = await uploadAndRead(user, text('old.txt', 'An old bookmark.'));
    await open(`/documents/${id}/pdf-viewer`);
    await page.waitForURL(new RegExp(`/documents/${id}$`));
    await page.getByRole('heading', { level: 1, name: 'old.txt' }).waitFor();
  });
});
