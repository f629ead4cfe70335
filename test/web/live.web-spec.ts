import { describe, expect, it } from '@jest/globals';
import { webTest, type SignedIn } from './support/web-test.js';

/** What the changes of others take to be seen, at most. */
const SECOND_MS = 1_000;

describe('two people who look at the same archive', () => {
  const web = webTest();

  async function join(owner: SignedIn, name: string): Promise<SignedIn> {
    const guest = await web.signIn({ organization: `Of ${name}`, name });
    const members = `/api/organizations/${owner.organizationId}/members`;
    await owner.call('POST', `${members}/invitations`, { email: guest.email, role: 'member' });
    const { invitations } = await guest.call<{ invitations: { id: string }[] }>('GET', '/api/invitations');
    await guest.call('POST', `/api/invitations/${invitations[0]?.id}/accept`);
    return guest;
  }

  async function upload({ page }: SignedIn, organizationId: string, name: string): Promise<string> {
    return page.evaluate(
      async ([organization, file]) => {
        const form = new FormData();
        form.append('file', new File([`the text of ${file}`], file ?? '', { type: 'text/plain' }));
        const response = await fetch(`/api/organizations/${organization}/documents`, { method: 'POST', body: form });
        return ((await response.json()) as { document: { id: string } }).document.id;
      },
      [organizationId, name],
    );
  }

  /** Makes a change and returns how many milliseconds later the other person sees it. */
  async function untilSeen(change: () => Promise<unknown>, seen: () => Promise<unknown>): Promise<number> {
    await change();
    const began = performance.now();
    await seen();
    return performance.now() - began;
  }

  it('see a tag and a new name within a second, in the list and on the page of the document', async () => {
    const ada = await web.signIn({ name: 'Ada Person' });
    const { organizationId } = ada;
    const grace = await join(ada, 'Grace Fields');
    const base = `/api/organizations/${organizationId}`;
    const documentId = await upload(ada, organizationId, 'letter.txt');
    const { tag } = await ada.call<{ tag: { id: string } }>('POST', `${base}/tags`, {
      name: 'urgent',
      color: '#aa3366',
    });
    const second = await grace.browser.newPage();
    await grace.page.goto(`${web.app.baseUrl}/organizations/${organizationId}/documents`);
    await grace.page.getByText('letter.txt').first().waitFor();
    await second.goto(`${web.app.baseUrl}/organizations/${organizationId}/documents/${documentId}`);
    await second.getByRole('heading', { name: 'letter.txt' }).first().waitFor();
    const pages = [grace.page, second];
    const text = (name: string) => () =>
      Promise.all(pages.map((page) => page.locator('main').getByText(name).first().waitFor()));

    const times = [
      await untilSeen(
        () => ada.call('POST', `${base}/documents/${documentId}/tags`, { tagId: tag.id }),
        text('urgent'),
      ),
      await untilSeen(
        () => ada.call('PATCH', `${base}/documents/${documentId}`, { name: 'renamed.txt' }),
        text('renamed.txt'),
      ),
    ];
    for (const time of times) expect(time).toBeLessThan(SECOND_MS);
    await second.close();
  });
});
