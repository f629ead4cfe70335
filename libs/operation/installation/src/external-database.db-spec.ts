import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { freePort } from '../../../../test/support/free-port.js';
import { atPort, Relay } from '../../../../test/support/relay.js';
import { TestClock } from '../../../../test/support/test-clock.js';
import { untilTrue } from '../../../../test/support/until.js';
import { checkExternalDatabase } from './external-database.js';

const WAIT_SECONDS = 60;

describe('the check of a PostgreSQL server at the start', () => {
  let database: TestDatabase;
  let other: TestDatabase;
  let warnings: string[] = [];
  let clock: TestClock;
  const relays: Relay[] = [];

  beforeAll(async () => {
    [database, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all([database.drop(), other.drop()]));
  afterEach(async () => {
    for (const relay of relays.splice(0)) await relay.stop();
  });

  const check = (databaseUrl: string, directUrl?: string): Promise<void> => {
    warnings = [];
    clock = new TestClock();
    return checkExternalDatabase(
      { databaseUrl, ...(directUrl !== undefined && { directUrl }) },
      { waitSeconds: WAIT_SECONDS, log: { warn: (message) => void warnings.push(message) }, clock },
    );
  };
  const hasWarned = () => untilTrue('the message that it waits', () => warnings.length > 0);
  const relayTo = async (url: string, port: number) => void relays.push(await Relay.start(url, port));

  it('a server that responds is not waited for', async () => {
    await check(database.url);
    expect(warnings).toEqual([]);
  });

  it('a server that comes later is waited for, with one message', async () => {
    const port = await freePort();
    const checked = check(atPort(database.url, port));
    await hasWarned();
    clock.advance(5_000);
    await relayTo(database.url, port);
    clock.advance(5_000);
    await checked;
    expect(warnings).toEqual([
      expect.stringMatching(
        /cannot be reached: .*ECONNREFUSED.* waits for it, for at most 60 s \(DATABASE_WAIT_SECONDS\)/,
      ),
    ]);
  });

  it('a server that does not come in time ends the start with the remedy', async () => {
    const checked = check(atPort(database.url, await freePort()));
    await hasWarned();
    clock.advance(WAIT_SECONDS * 1000);
    await expect(checked).rejects.toThrow(/cannot be reached: .*\.\nRemedy: check that PostgreSQL runs there/);
    expect(warnings).toHaveLength(1);
  });

  it('a host without an address yet is waited for', async () => {
    const checked = check('postgres://ada:marzipan@no-such-host.invalid/archive');
    await hasWarned();
    clock.advance(WAIT_SECONDS * 1000);
    await expect(checked).rejects.toThrow('the database archive at no-such-host.invalid:5432 cannot be reached');
    expect(warnings.join()).not.toContain('marzipan');
  });

  it('the direct address is waited for, too, and named in the remedy', async () => {
    const checked = check(database.url, atPort(database.url, await freePort()));
    await hasWarned();
    clock.advance(WAIT_SECONDS * 1000);
    await expect(checked).rejects.toThrow('DATABASE_DIRECT_URL is right');
  });

  it('what will not change by itself is refused at once: a password, a database that does not exist', async () => {
    const wrongPassword = new URL(database.url);
    wrongPassword.password = 'marzipan';
    await expect(check(wrongPassword.href)).rejects.toThrow('Remedy: ');
    const noDatabase = new URL(database.url);
    noDatabase.pathname = '/elsewhere';
    await expect(check(noDatabase.href)).rejects.toThrow(/the database elsewhere .* does not exist/);
    expect(warnings).toEqual([]);
  });

  it('two addresses of one database are accepted, and those of two are refused', async () => {
    const port = await freePort();
    await relayTo(database.url, port);
    await check(atPort(database.url, port), database.url);
    await expect(check(atPort(database.url, port), other.url)).rejects.toThrow(
      'DATABASE_DIRECT_URL and DATABASE_URL lead to two databases.\nRemedy: ',
    );
  });

  it('malformed addresses are refused by the names of their settings', async () => {
    await expect(check('postgres://a:b/c@:port/x', 'postgres://a:b/c@:port/x')).rejects.toThrow(
      /DATABASE_URL: is not a valid URL[^]*DATABASE_DIRECT_URL: is not a valid URL/,
    );
  });
});
