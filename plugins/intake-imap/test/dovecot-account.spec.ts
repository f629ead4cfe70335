import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IntakeMailResult } from '@archivolt/plugin-kit';
import { Dovecot, dovecotVersion } from '../../../test/support/dovecot.js';
import type { After } from '../src/imap.config.js';
import { aMail, MailboxOwner } from './mailbox-owner.js';
import { RunningIntake, type TestConfig } from './running-intake.js';

const IS_REFUSED: IntakeMailResult = { outcome: 'refused', reason: 'The sender is not allowed.' };
const isInstalled = dovecotVersion() !== undefined;
if (!isInstalled)
  it.skip('takes mails from Dovecot: dovecot-imapd is not installed, which .ci/run installs', () => undefined);
const describeWithDovecot = isInstalled ? describe : describe.skip;

let server: Dovecot;
let owner: MailboxOwner;
/** One for each test, and one for the mails that were taken in it. */
let folder: string;
let doneFolder: string;
let count = 0;

beforeAll(async () => {
  if (isInstalled) server = await Dovecot.start();
});
afterAll(async () => {
  if (isInstalled) await server.stop();
});
beforeEach(async () => {
  if (!isInstalled) return;
  owner = new MailboxOwner(server);
  count += 1;
  [folder, doneFolder] = [`Scans ${count}`, `Taken ${count}`];
  await owner.createFolder(folder);
});

const intakeWith = (settings: Partial<TestConfig> = {}) =>
  RunningIntake.over(server, { folder, doneFolder, ...settings });

describeWithDovecot('mails of an IMAP account', () => {
  it('mails are handed over whole, with the organization, its senders and their place', async () => {
    const mail = aMail('Möbel', { attachment: 'a line\r\n'.repeat(100_000) });
    await owner.put(folder, mail);
    await using intake = intakeWith({ allowedSenders: ['@example.com'], keepsMessage: true }).start();
    await intake.until('the mail', () => intake.handedOver.length > 0);
    expect(intake.handedOver).toEqual([
      {
        key: expect.stringMatching(/^\d+ 1 [\w-]{43}$/),
        organizationId: 'org_000000000000000000000001',
        allowedSenders: ['@example.com'],
        keepsMessage: true,
        recipients: [],
        reference: expect.any(String),
        text: mail,
      },
    ]);
  });

  it('mails go to the organizations of their recipients when the settings name none', async () => {
    await owner.put(folder, aMail('one'));
    await using intake = new RunningIntake({
      ...{ host: 'localhost', port: server.port, secure: false, user: server.user, password: server.password },
      ...{ folder, doneFolder },
    }).start();
    await intake.until('the mail', () => intake.handedOver.length > 0);
    const [mail] = intake.handedOver;
    expect(mail?.recipients).toEqual([server.user]);
    expect(mail).not.toHaveProperty('organizationId');
    expect(mail).not.toHaveProperty('allowedSenders');
  });

  it('mails stay unread and in their folder until their result is durable', async () => {
    await owner.put(folder, aMail('one'));
    const result = Promise.withResolvers<IntakeMailResult>();
    await using intake = intakeWith();
    intake.respond = () => result.promise;
    intake.start();
    await intake.until('the mail', () => intake.handedOver.length > 0);
    expect(await owner.mailsIn(folder)).toMatchObject([{ subject: 'one', flags: [] }]);
    expect(await owner.subjectsIn(doneFolder)).toEqual([]);
    result.resolve({ outcome: 'taken' });
    await intake.until('the move', async () => (await owner.subjectsIn(doneFolder)).includes('one'));
    expect(await owner.mailsIn(folder)).toEqual([]);
  });

  it('a mail is handed over again under the same key when the process was killed before the move', async () => {
    await owner.put(folder, aMail('one'));
    await using intake = intakeWith();
    intake.respond = () => new Promise(() => undefined);
    intake.start();
    await intake.until('the mail', () => intake.handedOver.length > 0);
    await intake.stop();
    intake.respond = () => ({ outcome: 'taken' });
    intake.start();
    await intake.until('the move', async () => (await owner.subjectsIn(doneFolder)).includes('one'));
    expect(intake.handedOver).toHaveLength(2);
    expect(new Set(intake.handedOver.map(({ key }) => key)).size).toBe(1);
  });

  it('at most two mails are handled at a time', async () => {
    for (const subject of ['one', 'two', 'three']) await owner.put(folder, aMail(subject));
    const results: (() => void)[] = [];
    await using intake = intakeWith();
    intake.respond = () => new Promise((resolve) => results.push(() => resolve({ outcome: 'taken' })));
    intake.start();
    await intake.until('two mails', () => results.length === 2);
    expect(intake.subjects.sort()).toEqual(['one', 'two']);
    results[0]?.();
    await intake.until('the third mail', () => intake.subjects.includes('three'));
    for (const resolve of results) resolve();
    await intake.until('all moves', async () => (await owner.subjectsIn(doneFolder)).length === 3);
  });

  it('the server announces mails long before the next poll', async () => {
    await using intake = intakeWith({ pollSeconds: 3_600 });
    await owner.put(folder, aMail('one'));
    intake.start();
    await intake.until('the first mail', async () => (await owner.subjectsIn(doneFolder)).length === 1);
    await owner.put(folder, aMail('two'));
    await intake.until('the second mail', () => intake.subjects.includes('two'));
  });

  it('mails that cannot be taken now do not delay the others', async () => {
    for (const subject of ['one', 'two', 'three', 'four']) await owner.put(folder, aMail(subject));
    let isBroken = true;
    await using intake = intakeWith();
    intake.respond = ({ text: mail }) => {
      if (isBroken && /Subject: (?:one|two)/.test(mail)) throw new Error('the disk is full');
      return { outcome: 'taken' };
    };
    intake.start();
    await intake.until('the others', async () => (await owner.subjectsIn(doneFolder)).length === 2);
    expect(intake.warnings.join('\n')).toContain('could not be taken now: the disk is full');
    isBroken = false;
    await intake.until('all of them', async () => (await owner.subjectsIn(doneFolder)).length === 4);
  });
});

describeWithDovecot('a mail with a header that has no end', () => {
  it('a mail with an endless header is handed over, and so are the next ones', async () => {
    const recipients = Array.from({ length: 40_000 }, (_, index) => ` <r${index}@example.com>`).join(',\r\n');
    await owner.put(folder, `Subject: ${'long '.repeat(300_000)}\r\nTo:${recipients}\r\n${aMail('one')}`);
    await owner.put(folder, aMail('two'));
    await using intake = intakeWith().start();
    await intake.until('both mails', async () => (await owner.mailsIn(folder))?.length === 0);
    expect(intake.handedOver).toHaveLength(2);
    expect(intake.faults).toEqual([]);
  });
});

describeWithDovecot('a mail that was taken', () => {
  it.each(['keep', 'seen'] as const)(
    'a taken mail with the setting "%s" stays and is handed over once, even after a restart',
    async (after) => {
      await owner.put(folder, aMail('one'));
      await using intake = intakeWith({ after }).start();
      await intake.until('the first mail', () => intake.subjects.includes('one'));
      await owner.put(folder, aMail('two'));
      await intake.until('the second mail', () => intake.subjects.includes('two'));
      const flags = after === 'seen' ? ['\\Seen'] : [];
      await intake.until('its flags', async () =>
        ((await owner.mailsIn(folder)) ?? []).every((mail) => mail.flags.length === flags.length),
      );
      await intake.stop();
      intake.start();
      await owner.put(folder, aMail('three'));
      await intake.until('the third mail', () => intake.subjects.includes('three'));
      expect(intake.subjects).toEqual(['one', 'two', 'three']);
      expect((await owner.mailsIn(folder))?.slice(0, 2).map((mail) => mail.flags)).toEqual([flags, flags]);
      expect(await owner.mailsIn(doneFolder)).toBeUndefined();
    },
  );

  it('a taken mail with the setting "delete" is deleted', async () => {
    await owner.put(folder, aMail('one'));
    await using intake = intakeWith({ after: 'delete' }).start();
    await intake.until('the deletion', async () => (await owner.mailsIn(folder))?.length === 0);
    expect(intake.subjects).toEqual(['one']);
  });

  it('no mail is lost with "keep" when results come out of order and the process is killed in between', async () => {
    for (const subject of ['one', 'two', 'three']) await owner.put(folder, aMail(subject));
    await using intake = intakeWith({ after: 'keep' });
    intake.respond = ({ text: mail }) =>
      mail.includes('Subject: one') ? new Promise(() => undefined) : { outcome: 'taken' };
    intake.start();
    await intake.until('the last mail', () => intake.subjects.includes('three'));
    await intake.stop();
    intake.respond = () => ({ outcome: 'taken' });
    intake.start();
    await intake.until('the first mail again', () => intake.subjects.filter((each) => each === 'one').length === 2);
    await owner.put(folder, aMail('four'));
    await intake.until('the next mail', () => intake.subjects.includes('four'));
    expect(intake.subjects.filter((each) => each === 'two')).toHaveLength(1);
  });
});

describeWithDovecot('a folder whose mails have new numbers', () => {
  it('a folder with new numbers hands over all mails except those that were taken', async () => {
    const known = aMail('known');
    await owner.put(folder, known);
    await using intake = intakeWith({ after: 'keep' }).start();
    await intake.until('the first mail', () => intake.subjects.includes('known'));
    await intake.stop();
    await owner.deleteFolder(folder);
    await owner.createFolder(folder);
    await owner.put(folder, aMail('unknown'));
    await owner.put(folder, known);
    intake.start();
    await intake.until('the other mail', () => intake.subjects.includes('unknown'));
    await owner.put(folder, aMail('later'));
    await intake.until('a later mail', () => intake.subjects.includes('later'));
    expect(intake.subjects).toEqual(['known', 'unknown', 'later']);
  });
});

describeWithDovecot('a mail that is refused', () => {
  it('a refused mail stays with a keyword, is found again, and is moved when it is taken', async () => {
    const mail = aMail('one');
    await owner.put(folder, mail);
    await using intake = intakeWith();
    intake.respond = () => IS_REFUSED;
    intake.start();
    await intake.until('the keyword', async () => (await owner.mailsIn(folder))?.[0]?.flags.length === 1);
    expect(await owner.mailsIn(folder)).toMatchObject([{ flags: ['$ArchivoltRefused'] }]);
    await intake.stop();
    expect(intake.subjects).toEqual(['one']);
    const reference = intake.handedOver[0]?.reference ?? '';
    const { signal } = new AbortController();
    const content = await intake.intake.reopen(reference, { signal });
    expect(content && (await text(content))).toBe(mail);
    await intake.intake.finish(reference, { signal });
    expect(await owner.mailsIn(folder)).toEqual([]);
    expect(await owner.mailsIn(doneFolder)).toMatchObject([{ subject: 'one', flags: [] }]);
    expect(await intake.intake.reopen(reference, { signal })).toBeUndefined();
  });

  it.each<[After, string[]]>([
    ['keep', []],
    ['seen', ['\\Seen']],
  ])('a refused mail has no keyword any more after it was taken, with "%s"', async (after, flags) => {
    await owner.put(folder, aMail('one'));
    await using intake = intakeWith({ after });
    intake.respond = () => IS_REFUSED;
    intake.start();
    await intake.until('the keyword', async () => (await owner.mailsIn(folder))?.[0]?.flags.length === 1);
    await intake.stop();
    const reference = intake.handedOver[0]?.reference ?? '';
    const { signal } = new AbortController();
    for (let time = 1; time <= 2; time += 1) {
      await intake.intake.finish(reference, { signal });
      expect(await owner.mailsIn(folder)).toMatchObject([{ subject: 'one', flags }]);
    }
  });

  it('a refused mail is moved to the folder for refused ones, and found again there', async () => {
    const failedFolder = `Refused ${count}`;
    const mail = aMail('one');
    await owner.put(folder, mail);
    await using intake = intakeWith({ failedFolder, after: 'delete' });
    intake.respond = () => IS_REFUSED;
    intake.start();
    await intake.until('the move', async () => (await owner.subjectsIn(failedFolder)).length === 1);
    await intake.stop();
    const reference = intake.handedOver[0]?.reference ?? '';
    const { signal } = new AbortController();
    const content = await intake.intake.reopen(reference, { signal });
    expect(content && (await text(content))).toBe(mail);
    await intake.intake.finish(reference, { signal });
    expect(await owner.mailsIn(failedFolder)).toEqual([]);
  });

  it('a mail over the limit is on the list of failures and never read', async () => {
    await owner.put(folder, aMail('=?utf-8?Q?gro=C3=9F?=', { attachment: 'a'.repeat(5_000) }));
    await owner.put(folder, aMail('small'));
    await using intake = intakeWith({ maxMailBytes: 2_000 }).start();
    await intake.until('the small mail', () => intake.subjects.includes('small'));
    await intake.until('the keyword', async () => (await owner.mailsIn(folder))?.[0]?.flags.length === 1);
    expect(intake.subjects).toEqual(['small']);
    expect(intake.failures).toMatchObject([
      { fileName: 'groß.eml', reason: expect.stringContaining('larger than 2000 bytes') },
    ]);
    expect(intake.failures[0]).not.toHaveProperty('reference');
  });
});

describeWithDovecot('the settings of an IMAP account', () => {
  it('wrong settings are named with a remedy, and the password is never repeated', async () => {
    const fault = await intakeWith({ password: 'wr0ng-pass' }).fault();
    expect(fault.message).toMatch(/refused the user name or password.* Remedy: correct INTAKE_IMAP_USER/);
    expect(`${fault.message}${fault.stack}${JSON.stringify(fault.cause)}`).not.toContain('wr0ng-pass');
    const { signal } = new AbortController();
    await expect(intakeWith({ folder: 'Nowhere' }).intake.check(signal)).rejects.toThrow(
      /no folder Nowhere. Remedy: create it, or correct INTAKE_IMAP_FOLDER/,
    );
    await expect(intakeWith().intake.check(signal)).resolves.toBeUndefined();
  });

  it('a missing organization in the settings leaves all mails in place', async () => {
    await owner.put(folder, aMail('one'));
    const intake = intakeWith();
    intake.organizations.clear();
    expect((await intake.fault()).message).toContain('Remedy: correct INTAKE_IMAP_ORGANIZATION_ID');
    expect(await owner.mailsIn(folder)).toMatchObject([{ flags: [] }]);
  });

  it.each(['move', 'keep'] as const)(
    'an organization that is deleted during a poll leaves its mail in place until it is restored, with "%s"',
    async (after) => {
      const failedFolder = `Refused ${count}`;
      await owner.put(folder, aMail('one'));
      await using intake = intakeWith({ after, failedFolder });
      intake.respond = () => {
        intake.organizations.clear();
        return { outcome: 'refused', reason: 'There is no such organization.' };
      };
      intake.start();
      await intake.until('the end of the run', () => intake.faults.length > 1);
      expect(intake.faults[0]?.message).toContain('there is no organization');
      expect(await owner.mailsIn(folder)).toMatchObject([{ subject: 'one', flags: [] }]);
      expect(await owner.subjectsIn(failedFolder)).toEqual([]);
      intake.respond = () => ({ outcome: 'taken' });
      intake.organizations.add('org_000000000000000000000001');
      await intake.until('the mail again', () => intake.subjects.length === 2);
      expect(await owner.subjectsIn(failedFolder)).toEqual([]);
    },
  );

  it('the setting to require encryption keeps the password from a server that offers none', async () => {
    const fault = await intakeWith({ requireTls: true }).fault();
    expect(fault.message).toMatch(/offers no encryption.* INTAKE_IMAP_REQUIRE_TLS/);
  });

  it('the intake waits when the settings name no server', async () => {
    const intake = new RunningIntake({}).start();
    await intake.intake.check(new AbortController().signal);
    await intake.stop();
    expect(intake.faults).toEqual([]);
  });
});

describeWithDovecot('a server with STARTTLS', () => {
  let encrypted: Dovecot;
  beforeAll(async () => {
    encrypted = await Dovecot.start({ tls: 'starttls' });
  });
  afterAll(() => encrypted.stop());

  it('a server with STARTTLS is trusted only when its certificate is valid', async () => {
    await new MailboxOwner(encrypted).put('INBOX', aMail('one'));
    await using intake = RunningIntake.over(encrypted, { requireTls: true, ca: encrypted.certificate }).start();
    await intake.until('the mail', () => intake.subjects.includes('one'));
    const fault = await RunningIntake.over(encrypted).fault();
    expect(fault.message).toMatch(/certificate of the mail server .* is not valid.* NODE_EXTRA_CA_CERTS/);
  });
});
