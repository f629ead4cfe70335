import { describe, expect, it } from '@jest/globals';
import { join } from './support/join.js';
import { uploadText } from './support/upload-text.js';
import { webTest } from './support/web-test.js';

/** What the changes of others take to be seen, at most. */
const SECOND_MS = 1_000;
const MOST_ATTEMPTS = 25;

describe('two people who look at the same archive', () => {
  const web = webTest();

  /**
   * Makes changes, one after the other, until the other person saw one of them within a second: a machine that is busy
   * delays some, and a page that polls delays all, because each is made when the page has just polled.
   */
  async function expectSeenAtOnce(change: (number: number) => Promise<() => Promise<unknown>>): Promise<void> {
    const times: number[] = [];
    do {
      const seen = await change(times.length);
      const began = performance.now();
      await seen();
      // eslint-disable-next-line no-restricted-syntax -- that it is seen within a second is the subject, and one of many counts
      times.push(performance.now() - began);
    } while (Math.min(...times) >= SECOND_MS && times.length < MOST_ATTEMPTS);
    expect(Math.min(...times)).toBeLessThan(SECOND_MS);
  }

  async function prepare() {
    const ada = await web.signUp({ name: 'Ada Person' });
    const { organizationId } = ada;
    const grace = await join(web, ada, 'member', 'Grace Fields');
    const documentId = await uploadText(ada, 'letter.txt', 'the text of the letter');
    const base = `/api/organizations/${organizationId}`;
    const text = (name: string) => () => grace.page.locator('main').getByText(name).first().waitFor();
    const tag = async (number: number) => {
      const name = `tag ${number} of Ada`;
      const created = await ada.call<{ tag: { id: string } }>('POST', `${base}/tags`, { name, color: '#aa3366' });
      await ada.call('POST', `${base}/documents/${documentId}/tags`, { tagId: created.tag.id });
      return text(name);
    };
    const rename = async (number: number) => {
      const name = `name ${number}.txt`;
      await ada.call('PATCH', `${base}/documents/${documentId}`, { name });
      return text(name);
    };
    const open = (path: string) => grace.page.goto(`${web.app.baseUrl}/organizations/${organizationId}${path}`);
    return { documentId, text, tag, rename, open };
  }

  it('two people see tags and new names in the list within a second', async () => {
    const { text, tag, rename, open } = await prepare();
    await open('/documents');
    await text('letter.txt')();
    await expectSeenAtOnce(tag);
    await expectSeenAtOnce(rename);
  });

  it('two people see tags and new names on the page of a document within a second', async () => {
    const { documentId, text, tag, rename, open } = await prepare();
    await open(`/documents/${documentId}`);
    await text('letter.txt')();
    await expectSeenAtOnce(tag);
    await expectSeenAtOnce(rename);
  });
});
