import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateApiKey } from '#people/auth';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { signIn, type SignedIn } from './signed-in.js';

interface Activity {
  events: { cursor: string; type: string; data: Record<string, unknown>; actor: { userId: string } | null }[];
  users: { id: string; name: string }[];
  documents: { id: string; name: string; isInTrash: boolean }[];
  nextCursor: string;
  hasMore: boolean;
}

describe('the activity of an organization', () => {
  let app: TestApp;
  let owner: SignedIn;
  let organizationId: string;
  let path: string;

  beforeAll(async () => {
    app = await startApp();
    owner = await signIn(app, 'owner@example.com');
    await poolOf(app).query('update "user" set name = $2 where id = $1', [owner.userId, 'Ada']);
    const { body } = await owner.session.post<{ organization: { id: string } }>('/api/organizations', {
      name: 'House',
    });
    organizationId = body.organization.id;
    path = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const activity = async (query = '', client: ApiClient = owner.session) =>
    (await client.get<Activity>(`${path}/activity${query}`)).body;
  const addTag = (name: string) => owner.session.post(`${path}/tags`, { name, color: '#aa3366' });
  const upload = async (name: string): Promise<string> =>
    (await owner.session.upload(organizationId, { name, content: `the text of ${name}` })).body.document.id;
  const keyWith = async (...permissions: ('documents:read' | 'events:read' | 'tags:read')[]) => {
    const key = { userId: owner.userId, name: 'key', permissions };
    return new ApiClient(app.baseUrl, (await app.app.get(CreateApiKey, { strict: false }).execute(key)).token);
  };

  it('the activity starts with the newest event and names users and documents, including those in the trash', async () => {
    const [kept, trashed] = [await upload('kept.txt'), await upload('trashed.txt')];
    await owner.session.delete(`${path}/documents/${trashed}`);
    const { events, users, documents, hasMore } = await activity('?limit=3');
    expect(events.map(({ type, data }) => [type, data['documentId']])).toEqual([
      ['document:deleted', trashed],
      ['document:created', trashed],
      ['document:created', kept],
    ]);
    expect(users).toEqual([{ id: owner.userId, name: 'Ada' }]);
    expect(documents).toHaveLength(2);
    expect(documents).toContainEqual({ id: kept, name: 'kept.txt', isInTrash: false });
    expect(documents).toContainEqual({ id: trashed, name: 'trashed.txt', isInTrash: true });
    expect(hasMore).toBe(true);
  });

  it('the activity is read page by page to the first event, and only by the given names', async () => {
    await addTag('one');
    await addTag('two');
    const first = await activity('?limit=1&name=tag:created');
    const second = await activity(`?limit=1&name=tag:created&before=${first.nextCursor}`);
    expect([first, second].map(({ events }) => events[0]?.data['name'])).toEqual(['two', 'one']);
    const types: string[] = [];
    let page = await activity('?limit=2');
    for (;;) {
      types.push(...page.events.map(({ type }) => type));
      if (!page.hasMore) break;
      page = await activity(`?limit=2&before=${page.nextCursor}`);
    }
    expect(types.at(-1)).toBe('organization:created');
    const all = await activity('?limit=100');
    expect(types).toEqual(all.events.map(({ type }) => type));
  });

  it('the activity names new members, not only users who change something', async () => {
    const guest = await signIn(app, 'guest@example.com');
    await owner.session.post(`${path}/members/invitations`, { email: guest.email, role: 'viewer' });
    const { body } = await guest.session.get<{ invitations: { id: string }[] }>('/api/invitations');
    await guest.session.post(`/api/invitations/${body.invitations[0]?.id}/accept`);
    const { events, users } = await activity('?name=member:added&limit=1');
    expect(events[0]?.data).toMatchObject({ userId: guest.userId, role: 'viewer' });
    expect(users).toContainEqual({ id: guest.userId, name: 'Person' });
    // Viewers do not see invitations.
    const seen = await activity('?limit=100', guest.session);
    expect(seen.events.filter(({ type }) => type.startsWith('invitation:'))).toEqual([]);
    expect(seen.events.filter(({ type }) => type === 'member:added')).toHaveLength(1);
  });

  it('an API key sees only the events of what it may read, and no names of users', async () => {
    await addTag('for the key');
    const { events, users, documents } = await activity('?limit=100', await keyWith('events:read', 'tags:read'));
    expect(new Set(events.map(({ type }) => type.split(':')[0]))).toEqual(new Set(['tag']));
    expect([users, documents]).toEqual([[], []]);
    const refused = await (await keyWith('tags:read')).get(`${path}/activity`);
    expect(refused.status).toBe(403);
  });

  it('the activity is closed to users who are not members, and refuses an invalid cursor', async () => {
    const other = await signIn(app, 'other@example.com');
    expect((await other.session.get(`${path}/activity`)).status).toBe(403);
    for (const query of ['?before=-1', '?before=x', '?limit=101', '?name=unknown', '?after=1']) {
      expect([query, (await owner.session.get(`${path}/activity${query}`)).status]).toEqual([query, 400]);
    }
  });
});
