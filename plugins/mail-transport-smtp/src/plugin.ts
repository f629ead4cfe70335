import { definePlugin } from '@archivolt/plugin-kit';
import { smtpOptions } from './smtp-options.js';
import { SmtpTransport } from './smtp-transport.js';
import { SmtpConfig } from './smtp.config.js';

export default definePlugin<SmtpConfig>({
  id: 'mail-transport-smtp',
  contract: 2,
  config: SmtpConfig,
  provides: {
    'mail-transport': {
      create: ({ config, lookup }) => {
        const options = smtpOptions(config);
        if (options.host === '')
          throw new Error('there is no mail server. Remedy: set MAIL_TRANSPORT_SMTP_HOST to its name');
        return new SmtpTransport(options, lookup);
      },
    },
  },
});
