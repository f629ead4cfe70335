import { definePlugin } from '@archivolt/plugin-kit';
import { ImapIntake } from './imap-intake.js';
import { ImapConfig } from './imap.config.js';
import { mistakeInSettings } from './mistake-in-settings.js';

export default definePlugin<ImapConfig>({
  id: 'intake-imap',
  contract: 2,
  config: ImapConfig,
  provides: {
    intake: {
      source: 'email',
      describe: ({ host, user, folder, organizationId }, askedFor) =>
        host !== '' && organizationId === askedFor ? `Mails to ${user} at ${host}, folder ${folder}` : undefined,
      create: (host) => {
        const mistake = mistakeInSettings(host.config);
        if (mistake !== undefined) throw new Error(mistake);
        return new ImapIntake(host);
      },
    },
  },
});
