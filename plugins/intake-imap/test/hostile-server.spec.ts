import { afterEach, describe, expect, it } from '@jest/globals';
import type { Patience } from '../src/connect.js';
import { RunningIntake, type TestConfig } from './running-intake.js';
import { MAIL, ScriptedServer } from './scripted-server.js';

type Script = Parameters<typeof ScriptedServer.start>[0];

const SHORT: Partial<Patience> = { connect: 2_000, greeting: 300, silence: 600, command: 1_500, mail: 1_000 };

const KEYWORD = /^UID STORE 1 \+FLAGS.*\$ArchivoltRefused/;

const RANGE = /^UID FETCH 1 .*PEEK\[\]<(\d+)\.\d+>/;
/** ImapFlow asks that often before it believes that a mail has no content. */
const BROKEN_TIMES = 3;

/** The response to a request for a part of the mail. */
const part = (text: string, tag: string, start = '0', size = MAIL.length) =>
  `* 1 FETCH (UID 1 RFC822.SIZE ${size} BODY[]<${start}> {${text.length}}\r\n${text})\r\n${tag} OK done\r\n`;

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

async function scripted(script: Script, settings: Partial<TestConfig> = {}, patience: Partial<Patience> = {}) {
  server = await ScriptedServer.start(script);
  const account = { host: '127.0.0.1', port: server.port, secure: false, user: 'scans', password: '5ecretW0rd' };
  return new RunningIntake({ ...account, ...settings }, patience);
}

const on = (pattern: RegExp, response: (tag: string) => string): Script => ({
  script: ({ tag, text }) => (pattern.test(text) ? response(tag) : undefined),
});

describe('an IMAP server that behaves', () => {
  it('a mail is fetched without being marked as read, and moved after the result', async () => {
    const intake = await scripted({});
    await using running = intake.start();
    await running.until('the move', () =>
      (server?.commands ?? []).some((command) => command.startsWith('UID MOVE 1 Archivolt')),
    );
    expect(running.handedOver[0]?.text).toBe(MAIL);
    const fetches = (server?.commands ?? []).filter((command) => command.includes('BODY'));
    expect(fetches.every((command) => command.includes('BODY.PEEK'))).toBe(true);
  });
});

describe('an IMAP server that misbehaves', () => {
  it.each<[string, Script]>([
    ['sends no greeting', { greeting: '' }],
    ['speaks another protocol', { greeting: 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n' }],
    ['never answers a command', on(/^LOGIN/, () => '')],
    ['sends a literal without an end', on(/^UID FETCH/, () => '* 1 FETCH (UID 1 BODY[] {1000000}\r\nabc')],
  ])('an IMAP server is abandoned after a while when it %s', async (_, script) => {
    const intake = await scripted(script, {}, SHORT);
    expect((await intake.fault()).message).toMatch(/did not respond in time/);
    expect(intake.handedOver).toEqual([]);
  });

  it.each<[string, Script, RegExp]>([
    ['closes at once', { greeting: '* BYE too many connections\r\n' }, /closed the connection: too many connections/],
    ['sends a line without an end', on(/^UID SEARCH/, () => `* SEARCH ${'1'.repeat(18_000_000)}`), /LineTooLarge/],
    [
      'announces a literal that is too large',
      on(/^UID FETCH/, () => '* 1 FETCH (UID 1 BODY[] {2000000000}\r\n'),
      /LiteralTooLarge/,
    ],
    ['nests without an end', on(/^UID FETCH/, () => `* 1 FETCH ${'('.repeat(100_000)}\r\n`), /TooManyTokens/],
    ['does not search', on(/^UID SEARCH/, (tag) => `${tag} NO not now\r\n`), /did not search the folder/],
  ])('an IMAP server is abandoned with a clear message when it %s', async (_, script, message) => {
    const intake = await scripted(script);
    expect((await intake.fault()).message).toMatch(message);
    expect(intake.handedOver).toEqual([]);
  });

  it('an IMAP server that sends data all the time and never a response is abandoned', async () => {
    const timers: NodeJS.Timeout[] = [];
    const drip: Script = {
      script: ({ text, socket }) => {
        if (!text.startsWith('SELECT')) return undefined;
        timers.push(setInterval(() => socket.write('* OK still here\r\n'), 20));
        return '';
      },
    };
    const intake = await scripted(drip, {}, SHORT);
    const { message } = await intake.fault();
    for (const timer of timers) clearInterval(timer);
    expect(message).toMatch(/did not respond in time/);
  });

  it('a mail that the server broke off in the middle is handed over again', async () => {
    let isBroken = true;
    const half: Script = {
      script: ({ text, socket }) => {
        if (!isBroken || !/^UID FETCH .*PEEK\[\]/.test(text)) return undefined;
        isBroken = false;
        socket.end(`* 1 FETCH (UID 1 RFC822.SIZE ${MAIL.length} BODY[]<0> {${MAIL.length}}\r\n${MAIL.slice(0, 9)}`);
        return '';
      },
    };
    const intake = await scripted(half);
    await using running = intake.start();
    await running.until('the whole mail', () => running.handedOver.length > 0);
    expect(running.faults[0]?.message).toMatch(/closed the connection/);
    expect(running.handedOver[0]?.text).toBe(MAIL);
  });

  it.each<[string, (tag: string) => string]>([
    ['ends the mail too early', (tag) => part(MAIL.slice(0, 9), tag)],
    ['says that the mail has no content', (tag) => `* 1 FETCH (UID 1 BODY[]<0> NIL)\r\n${tag} OK done\r\n`],
  ])('a mail is handed over only as a whole when the server %s', async (_, broken) => {
    let responses = 0;
    const intake = await scripted({
      script: ({ tag, text }) => {
        const [, start] = RANGE.exec(text) ?? [];
        if (start === undefined) return undefined;
        if (start === '0' && (responses += 1) > BROKEN_TIMES) return undefined;
        return start === '0' ? broken(tag) : part(MAIL.slice(Number(start)).slice(0, 1), tag, start);
      },
    });
    await using running = intake.start();
    await running.until('the whole mail', () => running.handedOver.length > 0);
    expect(running.warnings[0]).toMatch(/did not send the (?:whole )?mail$/);
    expect(running.subjects).toEqual(['one']);
    expect(running.handedOver[0]?.text).toBe(MAIL);
  });

  it('a mail smaller than its estimate is taken when the server says that nothing follows', async () => {
    const intake = await scripted({
      script: ({ tag, text }) => {
        const [, start] = RANGE.exec(text) ?? [];
        return start === undefined ? undefined : part(MAIL.slice(Number(start)), tag, start, MAIL.length + 100);
      },
    });
    await using running = intake.start();
    await running.until('the mail', () => running.handedOver.length > 0);
    expect([running.handedOver[0]?.text, running.warnings]).toEqual([MAIL, []]);
  });

  it('a mail larger than the server has said is refused', async () => {
    const large = 'a'.repeat(3_000);
    const script = on(
      /^UID FETCH .*PEEK\[\]/,
      (tag) => `* 1 FETCH (UID 1 RFC822.SIZE 10 BODY[]<0> {${large.length}}\r\n${large})\r\n${tag} OK done\r\n`,
    );
    const organizationId = 'org_000000000000000000000001';
    const intake = await scripted(script, { maxMailBytes: 2_000, organizationId, failedFolder: 'Refused' });
    await using running = intake.start();
    await running.until('the move', () =>
      (server?.commands ?? []).some((command) => command.startsWith('UID MOVE 1 Refused')),
    );
    expect(running.failures[0]).toMatchObject({ fileName: 'one.eml', reason: expect.stringContaining('larger than') });
    expect(running.handedOver).toEqual([]);
  });

  it('a refused mail keeps its keyword when the server does not move it after it was taken', async () => {
    const intake = await scripted(on(/^UID MOVE/, (tag) => `${tag} NO not now\r\n`));
    intake.respond = () => ({ outcome: 'refused', reason: 'The sender is not allowed.' });
    intake.start();
    await intake.until('the keyword', () => (server?.commands ?? []).some((command) => KEYWORD.test(command)));
    await intake.stop();
    const reference = intake.handedOver[0]?.reference ?? '';
    const { signal } = new AbortController();
    await expect(intake.intake.finish(reference, { signal })).rejects.toThrow('did not move the mail');
    expect((server?.commands ?? []).filter((command) => command.includes('-FLAGS'))).toEqual([]);
  });

  it('a password that the server repeats in its refusal does not appear in a message', async () => {
    const intake = await scripted(on(/^LOGIN/, (tag) => `${tag} NO [ALERT] 5ecretW0rd is wrong\r\n`));
    const fault = await intake.fault();
    expect(fault.message).toMatch(/refused the user name or password: … is wrong/);
    expect(`${fault.stack}${JSON.stringify(fault.cause)}`).not.toContain('5ecretW0rd');
  });

  it('no password is sent when the server turns an encrypted connection into a plain one', async () => {
    const intake = await scripted({ greeting: '* PREAUTH welcome\r\n' }, { requireTls: true });
    expect((await intake.fault()).message).toMatch(/offers no encryption/);
    expect((server?.commands ?? []).join('\n')).not.toContain('5ecretW0rd');
  });

  it('the server is not asked to move mails when that could remove those of others', async () => {
    const greeting = '* OK [CAPABILITY IMAP4rev1] ready\r\n';
    const script: Script = {
      greeting,
      script: ({ tag, text }) =>
        text.startsWith('CAPABILITY') ? `* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n` : undefined,
    };
    const intake = await scripted(script);
    expect((await intake.fault()).message).toMatch(/neither MOVE nor UIDPLUS. Remedy: set INTAKE_IMAP_AFTER=seen/);
    expect((server?.commands ?? []).filter((command) => command.startsWith('UID'))).toEqual([]);
  });

  it('the intake does not connect to the address of a metadata service', async () => {
    const intake = new RunningIntake({ host: '169.254.169.254', user: 'scans', password: '5ecretW0rd' });
    expect((await intake.fault()).message).toMatch(/link-local.* Remedy: correct INTAKE_IMAP_HOST/);
  });
});
