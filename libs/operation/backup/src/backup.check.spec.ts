import { describe, expect, it } from '@jest/globals';
import { overdueAt } from './backup.check.js';

const at = (text: string) => new Date(`2030-05-${text}`);

describe('when a backup is too old', () => {
  it.each([
    ['nightly, one night may be missed', '15 2 * * *', at('06T02:15:01'), at('08T02:15:00')],
    ['nightly, by hand in the evening', '15 2 * * *', at('06T20:00:00'), at('08T02:15:00')],
    ['weekly, one week may be missed', '0 3 * * 0', at('05T03:00:02'), at('19T03:00:00')],
    ['each hour', '0 * * * *', at('06T10:00:00.500'), at('06T12:00:00')],
  ])('a backup by a schedule is too old when two times have passed: %s', (_name, schedule, lastGood, expected) => {
    expect(overdueAt(lastGood, { schedule })).toEqual(expected);
  });

  it('a backup is too old after the days of the setting, whatever the schedule is', () => {
    const overdue = overdueAt(at('06T02:15:00Z'), { schedule: '15 2 * * *', warnAfterDays: 10 });
    expect(overdue).toEqual(at('16T02:15:00Z'));
  });
});
