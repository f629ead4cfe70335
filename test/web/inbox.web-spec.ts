import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chatAnswer, ModelService } from '../../plugins/auto-tagger-llm/test/model-service.js';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { join } from './support/join.js';
import { uploadText } from './support/upload-text.js';
import { uploadAndRead } from './support/upload.js';
import { webTest, type SignedIn, type SignedUp } from './support/web-test.js';

const DESKTOP = { width: 1400, height: 900 };
const PHONE = { width: 390, height: 800 };

interface Shown {
  name: string;
  isInInbox: boolean;
  documentDate: string | null;
  tags: { name: string }[];
}

describe('the inbox', () => {
  const service = new ModelService();
  let url = '';
  beforeAll(async () => {
    url = await service.start();
    service.answer = chatAnswer({ existingTags: [], documentDate: '2024-03-12', name: 'Invoice' });
  });
  const web = webTest(() => ({ AI_IS_ENABLED: 'true', AI_DEFAULT_MODEL: 'ollama://test', OLLAMA_BASE_URL: url }));
  afterAll(() => service.stop());

  const turnOn = ({ call, organizationId }: SignedUp, more: object = {}) =>
    call('PATCH', `/api/organizations/${organizationId}/settings`, { documents: { isInboxEnabled: true }, ...more });
  const documentOf = async ({ call, organizationId }: SignedUp, id: string): Promise<Shown> =>
    (await call<{ document: Shown }>('GET', `/api/organizations/${organizationId}/documents/${id}`)).document;
  const untilIt = (user: SignedUp, id: string, fields: object): Promise<void> =>
    eventually(async () => expect(await documentOf(user, id)).toMatchObject(fields));
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, key: string) => page.keyboard.press(key);
  const titled = async (user: SignedUp, names: readonly string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const name of names) ids.push(await uploadText(user, name, `the text of ${name}`));
    return ids;
  };
  const inSidebar = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });

  it('a person turns the inbox on in the settings, and then it is in the navigation with its number', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    await uploadText(user, 'older.txt', 'is here already');
    await open('/settings');
    await page.getByRole('switch', { name: 'Put new documents in the inbox' }).click();
    await page.getByText('Inbox on').waitFor();
    await checkAxe(page);
    await inSidebar(page, 'Inbox').click();
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
    await checkAxe(page);
    await uploadText(user, 'newer.txt', 'comes in now');
    await heading(page, 'newer.txt');
    await inSidebar(page, 'Inbox 1 document').waitFor();
    expect(await page.getByText('older.txt').count()).toBe(0);
  });

  it('a person triages five documents with keys alone, and takes the last confirmation back', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    await page.setViewportSize(DESKTOP);
    const autoTagging = { isEnabled: true, canSuggestDetails: true };
    await turnOn(user, { ai: { autoTagging } });
    await user.call('POST', `/api/organizations/${user.organizationId}/tags`, { name: 'Paid', color: '#aa3366' });
    const ids: string[] = [];
    for (const name of ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'five.txt'])
      ids.push((await uploadAndRead(user, { name, type: 'text/plain', content: Buffer.from(`text of ${name}`) })).id);
    const [one = '', two = '', three = '', four = '', five = ''] = ids;
    await open('/documents');
    await inSidebar(page, 'Inbox 5 documents').waitFor();
    await page.locator('main').press('g');
    await press(page, 'i');
    await heading(page, 'one.txt');
    await page.getByText('“one.txt”, 1 of 5').waitFor({ state: 'attached' });
    const suggestions = page.getByRole('region', { name: 'Suggestions' });
    await suggestions.getByText('Invoice.txt').waitFor();
    await checkAxe(page);

    // Accepts both suggestions.
    await press(page, 'a');
    await heading(page, 'Invoice.txt');
    await untilIt(user, one, { name: 'Invoice.txt', documentDate: '2024-03-12T00:00:00.000Z', isInInbox: true });
    await press(page, 'e');
    await heading(page, 'two.txt');
    await untilIt(user, one, { isInInbox: false });

    // Dismisses one, looks at another document and comes back.
    await suggestions.getByText('Invoice.txt').waitFor();
    await press(page, 'x');
    await page.getByText('Suggestion dismissed').waitFor();
    await press(page, 'j');
    await heading(page, 'three.txt');
    await press(page, 'k');
    await heading(page, 'two.txt');
    await press(page, 'Enter');
    await heading(page, 'three.txt');

    await press(page, 'r');
    await page.getByRole('textbox', { name: 'Document name' }).waitFor();
    await page.keyboard.type('contract');
    await press(page, 'Enter');
    await heading(page, 'contract.txt');
    await untilIt(user, three, { name: 'contract.txt' });
    await press(page, 'e');
    await heading(page, 'four.txt');

    await press(page, 't');
    await page.keyboard.type('Paid');
    await page.getByRole('option', { name: 'Paid', exact: true }).waitFor();
    await press(page, 'Enter');
    await untilIt(user, four, { tags: [{ name: 'Paid' }] });
    await press(page, 'Escape');
    await press(page, 'Escape');
    await press(page, 'e');
    await heading(page, 'five.txt');

    await press(page, 'd');
    await page.keyboard.type('1/31/2026');
    await press(page, 'Enter');
    await untilIt(user, five, { documentDate: '2026-01-31T00:00:00.000Z' });
    await press(page, 'Escape');
    // The next page is shown before the server has answered, and the key works from then on.
    const pressed = Promise.withResolvers<undefined>();
    await page.route(`**/documents/${five}`, async (route) => {
      if (route.request().method() === 'PATCH') await pressed.promise;
      await route.continue();
    });
    await press(page, 'e');
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
    for (const id of [one, two, three, four]) await untilIt(user, id, { isInInbox: false });

    await press(page, 'z');
    pressed.resolve(undefined);
    await heading(page, 'five.txt');
    await untilIt(user, five, { isInInbox: true });
    await press(page, '?');
    const keys = page.getByRole('dialog');
    await keys.getByText('Confirm and go to next').first().waitFor();
    await keys.getByText('Accept all suggestions').waitFor();
    expect(await documentOf(user, two)).toMatchObject({ name: 'two.txt', isInInbox: false });
  });

  it('a document that someone else confirms leaves the list, and the person stays where they are', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    await page.setViewportSize(DESKTOP);
    await turnOn(user);
    const [one = '', two = ''] = await titled(user, ['one.txt', 'two.txt', 'three.txt']);
    const grace = await join(web, user, 'member', 'Grace Fields');
    const confirm = (id: string) =>
      grace.call('PATCH', `/api/organizations/${user.organizationId}/documents/${id}`, { isInInbox: false });
    await open('/inbox');
    await heading(page, 'one.txt');
    await press(page, 'j');
    await heading(page, 'two.txt');
    const list = page.getByRole('list', { name: 'In the inbox' });
    await confirm(one);
    await list.getByText('one.txt').waitFor({ state: 'detached' });
    await heading(page, 'two.txt');
    await confirm(two);
    await heading(page, 'three.txt');
    await list.getByText('two.txt').waitFor({ state: 'detached' });
  });

  it('all documents are confirmed at once, and put back by the undo', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    await page.setViewportSize(DESKTOP);
    await turnOn(user);
    const ids = await titled(user, ['one.txt', 'two.txt', 'three.txt']);
    await open('/inbox');
    await page.getByRole('button', { name: 'Confirm all' }).click();
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
    for (const id of ids) await untilIt(user, id, { isInInbox: false });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await heading(page, 'one.txt');
    for (const id of ids) await untilIt(user, id, { isInInbox: true });
  });

  it('a document that is moved to the trash leaves the inbox', async () => {
    const user: SignedIn = await web.signIn();
    const { page, open } = user;
    await turnOn(user);
    await titled(user, ['one.txt', 'two.txt']);
    await open('/inbox');
    await heading(page, 'one.txt');
    await press(page, '#');
    await heading(page, 'two.txt');
    await page.getByText('“two.txt”, 1 of 1').waitFor({ state: 'attached' });
  });

  it('the inbox can be used on a phone, where viewers look and cannot confirm', async () => {
    const user = await web.signIn();
    const { page, open } = user;
    await page.setViewportSize(PHONE);
    await turnOn(user);
    await titled(user, ['one.txt', 'two.txt']);
    await open('/inbox');
    await heading(page, 'one.txt');
    await checkAxe(page);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(PHONE.width);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await heading(page, 'two.txt');
    const viewer = await join(web, user, 'viewer', 'Vera Viewer');
    await viewer.page.goto(`${web.app.baseUrl}/organizations/${user.organizationId}/inbox`);
    await heading(viewer.page, 'two.txt');
    expect(await viewer.page.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  });
});
