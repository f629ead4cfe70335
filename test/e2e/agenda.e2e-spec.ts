import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnnounceAgenda } from '#outside/agenda';
import { addMember } from '../authorization/archive.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface Entry {
  day: string;
  sourceDay: string;
  snoozedUntil: string | null;
  doneAt: string | null;
  doneBy: { id: string } | null;
  document: { id: string; name: string };
  reminder: { id: string; name: string };
}
interface AgendaBody {
  entries: Entry[];
  nextCursor: string | null;
  isComplete: boolean;
}
interface Failure {
  error: { code: string };
}

const DAY = 24 * 3_600_000;
const DATED = { dateSource: 'documentDate', query: '' } as const;

describe('the agenda', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let userId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId, userId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });

  const upload = async (name: string, documentDate?: string): Promise<string> => {
    const { id } = (await api.upload(organizationId, { name, content: `content of ${name}` })).body.document;
    if (documentDate !== undefined) await api.patch(`${base}/documents/${id}`, { documentDate });
    return id;
  };
  const remind = async (fields: object): Promise<string> => {
    const created = await api.post<{ reminder: { id: string } }>(`${base}/reminders`, { name: 'Pay', ...fields });
    expect(created.status).toBe(200);
    return created.body.reminder.id;
  };
  const agenda = async (from: string, to: string, more = ''): Promise<AgendaBody> => {
    const { status, body } = await api.get<AgendaBody>(`${base}/agenda?from=${from}&to=${to}${more}`);
    expect(status).toBe(200);
    return body;
  };
  const days = async (from: string, to: string, more = ''): Promise<[string, string][]> =>
    (await agenda(from, to, more)).entries.map(({ day, document }) => [day, document.name]);
  const mark = ({ reminder, document, sourceDay }: Entry, state: object) =>
    api.put<Failure>(`${base}/agenda/marks`, {
      ...{ reminderId: reminder.id, documentId: document.id, sourceDay },
      ...state,
    });
  const announce = async (): Promise<void> => {
    await app.app.get(AnnounceAgenda, { strict: false }).execute(new AbortController().signal);
  };
  const due = async (): Promise<object[]> => {
    const { rows } = await poolOf(app).query<{ payload: object }>(
      `select payload from event where organization_id = $1 and name = 'agenda:due' order by position`,
      [organizationId],
    );
    return rows.map(({ payload }) => payload);
  };
  const inDays = (count: number): string => new Date(Date.now() + count * DAY).toISOString().slice(0, 10);

  it.each([
    ['30 days after the date', { offsetAmount: 30 }, '2030-01-31', '2030-03-02'],
    ['a day before the date', { offsetAmount: -1 }, '2028-03-01', '2028-02-29'],
    ['a month after the last day of January', { offsetAmount: 1, offsetUnit: 'months' }, '2030-01-31', '2030-02-28'],
    ['three months before the date', { offsetAmount: -3, offsetUnit: 'months' }, '2030-05-31', '2030-02-28'],
    ['30 years after the date', { offsetAmount: 360, offsetUnit: 'months' }, '2000-06-15', '2030-06-15'],
  ])('a reminder for %s has an entry on that day and on no other', async (_, offset, date, day) => {
    await upload('letter.txt', date);
    await remind({ ...DATED, ...offset });
    expect(await days(day, day)).toEqual([[day, 'letter.txt']]);
    const before = new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
    const after = new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);
    expect([await days(before, before), await days(after, after)]).toEqual([[], []]);
  });

  it('a reminder counts from the due date of invoices, from another property, or from the day of the upload', async () => {
    const id = await upload('invoice.txt');
    const role = await api.put<{ propertyDefinition: { id: string } }>(
      `${base}/custom-properties/by-role/due_date`,
      {},
    );
    const other = await api.post<{ propertyDefinition: { id: string } }>(`${base}/custom-properties`, {
      ...{ name: 'End of contract', type: 'date' },
    });
    const [dueDate, end] = [role.body.propertyDefinition.id, other.body.propertyDefinition.id];
    await api.put(`${base}/documents/${id}/custom-properties/${dueDate}`, { value: '2031-04-05' });
    await api.put(`${base}/documents/${id}/custom-properties/${end}`, { value: '2031-06-30' });
    await remind({ name: 'Due', dateSource: 'dueDate' });
    await remind({ name: 'Cancel', dateSource: 'property', propertyId: end, offsetAmount: -1, offsetUnit: 'months' });
    await remind({ name: 'Keep', dateSource: 'createdAt', offsetAmount: 1000 });
    const entries = (await agenda('2031-01-01', '2031-12-31')).entries.map((entry) => [
      ...[entry.day, entry.sourceDay, entry.reminder.name],
    ]);
    expect(entries).toEqual([
      ['2031-04-05', '2031-04-05', 'Due'],
      ['2031-05-30', '2031-06-30', 'Cancel'],
    ]);
    expect(await days(inDays(1000), inDays(1000))).toEqual([[inDays(1000), 'invoice.txt']]);
    await api.delete(`${base}/custom-properties/${end}`);
    expect(await days('2031-05-01', '2031-12-31')).toEqual([]);
  });

  it('a reminder with a query has entries of the documents that the query finds now', async () => {
    const bill = await upload('bill.txt', '2030-01-10');
    await upload('letter.txt', '2030-01-10');
    await remind({ ...DATED, query: 'name:bill' });
    expect(await days('2030-01-01', '2030-01-31')).toEqual([['2030-01-10', 'bill.txt']]);
    await api.patch(`${base}/documents/${bill}`, { name: 'other.txt' });
    expect(await days('2030-01-01', '2030-01-31')).toEqual([]);
  });

  it('the agenda has no documents of the trash, and none of a reminder that is off', async () => {
    const id = await upload('letter.txt', '2030-01-10');
    const reminderId = await remind(DATED);
    expect(await days('2030-01-01', '2030-01-31')).toHaveLength(1);
    await api.put(`${base}/reminders/${reminderId}`, { name: 'Pay', ...DATED, isEnabled: false });
    expect(await days('2030-01-01', '2030-01-31')).toEqual([]);
    await api.put(`${base}/reminders/${reminderId}`, { name: 'Pay', ...DATED });
    await api.delete(`${base}/documents/${id}`);
    expect(await days('2030-01-01', '2030-01-31')).toEqual([]);
  });

  it('pages of the agenda follow one another without a gap or an entry twice, also on one day', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(name, '2030-01-10');
    await upload('d.txt', '2030-01-11');
    await remind({ ...DATED, name: 'One' });
    await remind({ ...DATED, name: 'Two' });
    const all = (await agenda('2030-01-01', '2030-01-31')).entries;
    expect(all).toHaveLength(8);
    const read: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: AgendaBody = await agenda('2030-01-01', '2030-01-31', `&limit=3${cursor && `&after=${cursor}`}`);
      read.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(read).toEqual(all);
  });

  it('what one member has done is hidden for all, shown on request, and taken back', async () => {
    await upload('letter.txt', '2030-01-10');
    await remind(DATED);
    const [entry] = (await agenda('2030-01-01', '2030-01-31')).entries;
    expect((await mark(entry as Entry, { isDone: true })).status).toBe(204);
    expect(await days('2030-01-01', '2030-01-31')).toEqual([]);
    const [done] = (await agenda('2030-01-01', '2030-01-31', '&includeDone=true')).entries;
    expect([done?.doneBy?.id, typeof done?.doneAt]).toEqual([userId, 'string']);
    await mark(entry as Entry, {});
    expect(await days('2030-01-01', '2030-01-31')).toHaveLength(1);
  });

  it('an entry that is put off moves to the other day, and back to its own when the date of the document changes', async () => {
    const id = await upload('letter.txt', '2030-01-10');
    await remind(DATED);
    const [entry] = (await agenda('2030-01-01', '2030-01-31')).entries;
    await mark(entry as Entry, { snoozedUntil: '2030-02-20' });
    expect(await days('2030-01-01', '2030-01-31')).toEqual([]);
    expect(await days('2030-02-01', '2030-02-28')).toEqual([['2030-02-20', 'letter.txt']]);
    await api.patch(`${base}/documents/${id}`, { documentDate: '2030-01-12' });
    expect(await days('2030-01-01', '2030-02-28')).toEqual([['2030-01-12', 'letter.txt']]);
  });

  it('an entry that does not exist cannot be marked, not even with ids of another organization', async () => {
    await upload('letter.txt', '2030-01-10');
    await remind(DATED);
    const [entry] = (await agenda('2030-01-01', '2030-01-31')).entries;
    const other = await app.anArchive();
    const foreign = await other.api.put<Failure>(`/api/organizations/${other.organizationId}/agenda/marks`, {
      ...{ reminderId: entry?.reminder.id, documentId: entry?.document.id, sourceDay: entry?.sourceDay, isDone: true },
    });
    const wrong = await mark({ ...(entry as Entry), sourceDay: '2030-01-11' }, { isDone: true });
    const code = ({ status, body }: typeof wrong) => `${status} ${body.error.code}`;
    expect([code(foreign), code(wrong)]).toEqual(['404 agenda.entry_not_found', '404 agenda.entry_not_found']);
  });

  it('a reminder is refused without a property of dates, and a period that is turned around or too long', async () => {
    const text = await api.post<{ propertyDefinition: { id: string } }>(`${base}/custom-properties`, {
      ...{ name: 'Words', type: 'text' },
    });
    const propertyId = text.body.propertyDefinition.id;
    const codes: (string | undefined)[] = [];
    for (const fields of [
      { dateSource: 'property' },
      { dateSource: 'property', propertyId },
      { dateSource: 'documentDate', propertyId },
      { dateSource: 'property', propertyId: 'cpd_000000000000000000000000' },
    ])
      codes.push((await api.post<Failure>(`${base}/reminders`, { name: 'x', ...fields })).body.error.code);
    for (const period of ['from=2030-01-02&to=2030-01-01', 'from=2030-01-01&to=2039-01-01'])
      codes.push((await api.get<Failure>(`${base}/agenda?${period}`)).body.error.code);
    expect(codes).toEqual([
      ...Array.from({ length: 4 }, () => 'reminders.no_date'),
      ...['x', 'x'].map(() => 'agenda.period_too_long'),
    ]);
    expect((await api.get(`${base}/agenda?from=2030-02-30&to=2030-03-01`)).status).toBe(400);
  });

  it('a preview has the next entries of a reminder that is not saved', async () => {
    await upload('letter.txt', inDays(5));
    const { body } = await api.post<AgendaBody>(`${base}/reminders/preview`, { name: 'x', ...DATED, offsetAmount: 2 });
    expect(body.entries.map(({ day }) => day)).toEqual([inDays(7)]);
    expect((await api.get<{ reminders: object[] }>(`${base}/reminders`)).body.reminders).toEqual([]);
  });

  it('an outdated change of a reminder is refused, and the 51st reminder is', async () => {
    const id = await remind(DATED);
    const outdated = await api.send('PUT', `${base}/reminders/${id}`, { name: 'x', ...DATED }, { 'if-match': '"0"' });
    expect(outdated.status).toBe(412);
    for (let count = 1; count < 50; count += 1) await remind({ ...DATED, name: `Number ${count}` });
    const refused = await api.post<Failure>(`${base}/reminders`, { name: 'One more', ...DATED });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'reminders.limit_reached']);
  });

  it('a viewer reads the agenda and marks nothing', async () => {
    await upload('letter.txt', '2030-01-10');
    await remind(DATED);
    const [entry] = (await agenda('2030-01-01', '2030-01-31')).entries as [Entry];
    const viewer = await app.aUser();
    await addMember(app, organizationId, { userId: viewer.userId, role: 'viewer' });
    const read = await viewer.api.get<AgendaBody>(`${base}/agenda?from=2030-01-01&to=2030-01-31`);
    expect(read.body.entries).toHaveLength(1);
    const body = { reminderId: entry.reminder.id, documentId: entry.document.id, sourceDay: entry.sourceDay };
    expect((await viewer.api.put(`${base}/agenda/marks`, { ...body, isDone: true })).status).toBe(403);
  });

  it('the daily run announces each entry once, on its day, and none that is done', async () => {
    const [today, tomorrow, done] = [await upload('today.txt'), await upload('tomorrow.txt'), await upload('done.txt')];
    await api.patch(`${base}/documents/${today}`, { documentDate: inDays(0) });
    await api.patch(`${base}/documents/${tomorrow}`, { documentDate: inDays(1) });
    await api.patch(`${base}/documents/${done}`, { documentDate: inDays(0) });
    const reminderId = await remind(DATED);
    const entries = (await agenda(inDays(0), inDays(0))).entries;
    await mark(entries.find(({ document }) => document.id === done) as Entry, { isDone: true });
    await Promise.all([announce(), announce()]);
    await announce();
    expect(await due()).toEqual([
      { documentId: today, name: 'today.txt', reminderId, reminderName: 'Pay', day: inDays(0), sourceDay: inDays(0) },
    ]);
  });

  it('what came due in days without a run is announced later, and nothing of before the reminder', async () => {
    const old = await upload('old.txt', inDays(-3));
    await remind(DATED);
    await announce();
    const [missed, late] = [await upload('missed.txt', inDays(1)), await upload('late.txt', inDays(0))];
    await poolOf(app).query(`update agenda_run set day = day - 5 where organization_id = $1`, [organizationId]);
    await poolOf(app).query(`update reminder set announces_from = announces_from - 2 where organization_id = $1`, [
      organizationId,
    ]);
    await api.patch(`${base}/documents/${missed}`, { documentDate: inDays(-2) });
    await announce();
    const announced = (await due()).map((each) => (each as { documentId: string }).documentId);
    expect(announced.sort()).toEqual([missed, late].sort());
    expect(announced).not.toContain(old);
  });

  it('an entry that was announced and put off is announced again on the day until which it was put off', async () => {
    await upload('letter.txt', inDays(0));
    await remind(DATED);
    await announce();
    const [entry] = (await agenda(inDays(0), inDays(0))).entries as [Entry];
    await mark(entry, { snoozedUntil: inDays(2) });
    await poolOf(app).query(
      `update agenda_mark set announced_on = announced_on - 3, snoozed_until = snoozed_until - 2
       where reminder_id = $1`,
      [entry.reminder.id],
    );
    await poolOf(app).query(`update agenda_run set day = day - 1 where organization_id = $1`, [organizationId]);
    await announce();
    expect(await due()).toHaveLength(2);
  });
});
