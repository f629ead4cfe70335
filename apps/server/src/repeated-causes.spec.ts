import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestClock } from '../../../test/support/test-clock.js';
import { causeOf, RepeatedCauses, type LogEntry } from './repeated-causes.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const entry = (message: string, more: Partial<LogEntry> = {}): LogEntry => ({
  level: 'error',
  context: 'Jobs',
  message,
  ...more,
});

describe('RepeatedCauses', () => {
  let clock: TestClock;
  let printed: string[];
  let causes: RepeatedCauses;
  beforeEach(() => {
    clock = new TestClock();
    printed = [];
    causes = new RepeatedCauses(clock, ({ message }) => void printed.push(message), '5432');
  });
  afterEach(() => causes.end());

  /** The same entry again and again, and what was let through or printed meanwhile. */
  function repeat(each: LogEntry, everyMs: number, times: number): number {
    let admitted = 0;
    for (let time = 0; time < times; time += 1) {
      if (causes.admits(each)) admitted += 1;
      clock.advance(everyMs);
    }
    return admitted;
  }

  it('prints a cause once, then one line a minute with the count, and one line when it is over', () => {
    expect(repeat(entry('it is away'), SECOND, 181)).toBe(1);
    expect(printed).toHaveLength(3);
    for (const line of printed) expect(line).toMatch(/^\d\d times more in \d\d s, the last: it is away$/);
    printed.length = 0;
    clock.advance(MINUTE);
    clock.advance(MINUTE);
    expect(printed.at(-1)).toMatch(/^over: seen 181 times in 3 min, the last time at .*Z: it is away$/);
    expect(printed.filter((line) => line.startsWith('over'))).toHaveLength(1);
  });

  it('prints a cause in full again when it was over in between', () => {
    expect(repeat(entry('it is away'), SECOND, 3)).toBe(1);
    clock.advance(5 * MINUTE);
    expect(repeat(entry('it is away'), SECOND, 3)).toBe(1);
  });

  it('takes a cause with long pauses for one outage, as an intake that tries again after five minutes', () => {
    expect(repeat(entry('it starts again in 300 s'), 5 * MINUTE, 12)).toBe(1);
    expect(printed.filter((line) => line.startsWith('over'))).toEqual([]);
    clock.advance(15 * MINUTE);
    expect(printed.filter((line) => line.startsWith('over'))).toHaveLength(1);
  });

  it('says nothing more about a cause that was seen once', () => {
    expect(repeat(entry('a surprise'), SECOND, 1)).toBe(1);
    clock.advance(60 * MINUTE);
    expect(printed).toEqual([]);
  });

  it('counts what all parts of the server say about the lost database as one cause', () => {
    const said = [
      entry('connect ECONNREFUSED 127.0.0.1:5432', { context: 'History' }),
      entry('Connection terminated unexpectedly'),
      entry('The connection that listens for changes was lost.', { level: 'warn', context: 'Changes' }),
      entry('The intake was stopped: its lock was lost.', { level: 'warn', context: 'intake-folder (1)' }),
      entry('the database system is starting up', { level: 'warn' }),
      entry('retention could not be requested: timeout exceeded when trying to connect', { context: 'Schedule' }),
      entry('webhook.send failed (attempt 1): Error', { stack: 'Error: connect ENOENT /run/.s.PGSQL.5432\n at x' }),
    ];
    expect(said.filter((each) => causes.admits(each))).toEqual([said[0]]);
  });

  it('counts failures of one address, one name and one full disk as one cause each', () => {
    const keys = [
      'connect ECONNREFUSED 10.0.0.1:9200',
      'search: connect ETIMEDOUT 10.0.0.1:9200',
      'getaddrinfo ENOTFOUND mail.example',
      'EROFS: read-only file system, open /data/a',
      'EROFS: read-only file system, open /data/b',
    ].map((message) => causeOf(entry(message)));
    expect(new Set(keys).size).toBe(3);
  });

  it('counts messages as one cause that differ in ids and numbers only, and no others', () => {
    const key = (message: string, more?: Partial<LogEntry>) => causeOf(entry(message, more));
    expect(key('a of org_00mx02i9kgeevxqxbfv0pulz failed (attempt 1)')).toBe(
      key('a of org_00mx02jtl63lcuxfr34dvdth failed (attempt 12)'),
    );
    expect(key('a failed')).not.toBe(key('b failed'));
    expect(key('a failed')).not.toBe(key('a failed', { context: 'Search' }));
    expect(key('a failed', { stack: 'Error: a\n at one' })).not.toBe(key('a failed', { stack: 'Error: a\n at two' }));
  });

  it('reports what was only counted when the process ends', () => {
    repeat(entry('it is away'), SECOND, 3);
    causes.end();
    expect(printed).toEqual([expect.stringMatching(/^the process ends: seen 3 times in 2 s, .*: it is away$/)]);
    expect(repeat(entry('it is away'), SECOND, 3)).toBe(3);
  });

  it('remembers a thousand causes at most', () => {
    const name = (at: number) => `${String.fromCharCode(97 + (at % 26))}${'x'.repeat(at / 26)}`;
    for (let at = 0; at < 1_100; at += 1) causes.admits(entry(name(at)));
    expect(causes.admits(entry(name(1_099)))).toBe(false);
    expect(causes.admits(entry(name(0)))).toBe(true);
  });
});
