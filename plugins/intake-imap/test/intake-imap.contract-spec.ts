import { afterAll, beforeAll, it } from '@jest/globals';
import { describeIntake } from '@archivolt/plugin-kit/testing';
import { Dovecot, dovecotVersion } from '../../../test/support/dovecot.js';
import { ImapConfig } from '../src/imap.config.js';
import manifest from '../src/plugin.js';
import { MailboxOwner } from './mailbox-owner.js';

let server: Dovecot;
let folders = 0;

if (dovecotVersion() === undefined)
  it.skip('keeps the contract of intakes: dovecot-imapd is not installed, which .ci/run installs', () => undefined);
else {
  beforeAll(async () => {
    server = await Dovecot.start();
  });
  afterAll(() => server.stop());

  describeIntake('intake-imap', {
    manifest,
    source: async () => {
      const owner = new MailboxOwner(server);
      const folder = `folder-${(folders += 1)}`;
      await owner.createFolder(folder);
      const { user, password, port } = server;
      const account = { host: 'localhost', port, secure: false, user, password };
      const organization = { organizationId: 'org_000000000000000000000001', allowedSenders: ['*'] };
      return {
        config: { ...new ImapConfig(), ...account, ...organization, folder, pollSeconds: 0.05 },
        add: (_, content) => owner.put(folder, Buffer.from(content)),
        close: () => Promise.resolve(),
      };
    },
    skip: {
      'hands over every file that is there, whole, with its name and an organization':
        'It hands over whole mails, and these have no file names.',
    },
  });
}
