import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { addMember } from '../authorization/archive.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import type { ApiClient } from '../support/api-client.js';
import { signIn, type SignedIn } from './signed-in.js';

const DAY = 24 * 3_600_000;
const inDays = (count: number): string => new Date(Date.now() + count * DAY).toISOString().slice(0, 10);
const LONG = 'Ölrechnung; für „Haus, Hof\\Garten“ 🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡🏡 und alles, was dazugehört';

describe('the agenda as a calendar', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let person: SignedIn;
  let feed: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    person = await signIn(app, `${organizationId.slice(-8)}@example.test`);
    await addMember(app, organizationId, { userId: person.userId, role: 'viewer' });
    const made = await person.session.post<{ url: string }>(`${base}/agenda/feed`, {});
    expect(made.status).toBe(200);
    feed = app.baseUrl + new URL(made.body.url).pathname;
  });

  const dated = async (name: string, documentDate: string): Promise<string> => {
    const { id } = (await api.upload(organizationId, { name: 'x.txt', content: name })).body.document;
    await api.patch(`${base}/documents/${id}`, { name, documentDate });
    return id;
  };
  const remind = (name: string) => api.post(`${base}/reminders`, { name, dateSource: 'documentDate' });
  /** Lines of the calendar without their folds. */
  const linesOf = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

  it('a calendar has whole days, escaped texts, folds by octets, and ends every line with CR LF', async () => {
    const documentId = await dated(LONG, inDays(3));
    await remind('Pay, soon');
    const answer = await fetch(feed);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const folded = text.split('\r\n');
    expect(folded.at(-1)).toBe('');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...folded.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    const lines = linesOf(text);
    expect(lines).toContain(`DTSTART;VALUE=DATE:${inDays(3).replaceAll('-', '')}`);
    expect(lines).toContain(
      `SUMMARY:${LONG.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,')} – Pay\\, soon`,
    );
    expect(lines.find((line) => line.startsWith('DESCRIPTION'))).toContain(documentId);
    expect([lines[0], lines.at(-2)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  });

  it('the UID of an entry stays when it is put off, and the tag of the calendar stays until an entry changes', async () => {
    await dated('letter.txt', inDays(3));
    await remind('Pay');
    const uidOf = (text: string) => linesOf(text).find((line) => line.startsWith('UID:'));
    const first = await fetch(feed);
    const [etag, uid] = [first.headers.get('etag') ?? '', uidOf(await first.text())];
    const known = await fetch(feed, { headers: { 'if-none-match': etag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const { body } = await api.get<{ entries: { reminder: { id: string }; document: { id: string } }[] }>(
      `${base}/agenda?from=${inDays(0)}&to=${inDays(9)}`,
    );
    const [entry] = body.entries;
    const key = { reminderId: entry?.reminder.id, documentId: entry?.document.id, sourceDay: inDays(3) };
    await api.put(`${base}/agenda/marks`, { ...key, snoozedUntil: inDays(5) });
    const moved = await fetch(feed, { headers: { 'if-none-match': etag } });
    const text = await moved.text();
    expect([moved.status, uidOf(text)]).toEqual([200, uid]);
    expect(text).toContain(`DTSTART;VALUE=DATE:${inDays(5).replaceAll('-', '')}`);
    await api.put(`${base}/agenda/marks`, { ...key, isDone: true });
    expect(await (await fetch(feed)).text()).not.toContain('VEVENT');
  });

  it('an address ends with another one, with its deletion, with the membership and with the account', async () => {
    const status = async (url = feed) => (await fetch(url)).status;
    expect(await status()).toBe(200);
    const again = await person.session.post<{ url: string }>(`${base}/agenda/feed`, {});
    const second = app.baseUrl + new URL(again.body.url).pathname;
    expect([await status(), await status(second)]).toEqual([404, 200]);
    await poolOf(app).query('update "user" set disabled_at = now() where id = $1', [person.userId]);
    expect(await status(second)).toBe(404);
    await poolOf(app).query('update "user" set disabled_at = null where id = $1', [person.userId]);
    await poolOf(app).query('delete from organization_member where organization_id = $1 and user_id = $2', [
      organizationId,
      person.userId,
    ]);
    expect(await status(second)).toBe(404);
    await addMember(app, organizationId, { userId: person.userId, role: 'viewer' });
    expect(await status(second)).toBe(404);
    const last = await person.session.post<{ url: string }>(`${base}/agenda/feed`, {});
    const third = app.baseUrl + new URL(last.body.url).pathname;
    expect(await status(third)).toBe(200);
    await person.session.delete(`${base}/agenda/feed`);
    const { body } = await person.session.get<{ createdAt: null }>(`${base}/agenda/feed`);
    expect([await status(third), body.createdAt]).toEqual([404, null]);
  });

  it('only the hash of the secret is stored', async () => {
    const secret = /([0-9a-f]{64})\.ics$/.exec(feed)?.[1] ?? '';
    const { rows } = await poolOf(app).query<{ secret_hash: string }>(
      'select secret_hash from agenda_feed where user_id = $1',
      [person.userId],
    );
    expect(rows).toEqual([{ secret_hash: createHash('sha256').update(secret).digest('base64url') }]);
  });

  it('an address that does not exist is not found, without a hint what was wrong, and tries are limited', async () => {
    const tries = ['0'.repeat(64) + '.ics', 'x.ics', '0'.repeat(64), 'agenda.html'];
    for (const file of tries) expect((await fetch(`${app.baseUrl}/api/agenda/${file}`)).status).toBe(404);
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async (_, index) => (await fetch(`${app.baseUrl}/api/agenda/${index}.ics`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect((await fetch(feed)).status).toBe(200);
  });
});
