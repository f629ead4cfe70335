import { describe, expect, it } from '@jest/globals';
import { auditQuery, exportQuery } from './audit';

const midnight = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString();

describe('the filter of an audit log', () => {
  it('the filter asks for times from the start of its first day until the end of its last', () => {
    expect(auditQuery({ from: '2026-02-27', to: '2026-02-28' })).toEqual({
      from: midnight(2026, 2, 27),
      to: midnight(2026, 3, 1),
    });
  });

  it('the filter names the ids as the server does, and omits what is not chosen', () => {
    expect(auditQuery({ action: 'api-key:created', actor: 'usr_1', target: 'org_1' })).toEqual({
      action: 'api-key:created',
      actorId: 'usr_1',
      targetId: 'org_1',
    });
    expect(auditQuery({})).toEqual({});
  });

  it.each(['tomorrow', '2026-2-3', '2026-02-03T00:00', ''])('the filter ignores "%s", which is not a day', (from) => {
    expect(auditQuery({ from })).toEqual({});
  });

  it('the filter limits an export to the same days', () => {
    expect(exportQuery({ action: 'x', from: '2026-02-27' }, 'csv')).toEqual({
      format: 'csv',
      from: midnight(2026, 2, 27),
    });
  });
});
