import { definePlugin } from '@archivolt/plugin-kit';
import { ResendConfig } from './resend.config.js';
import { ResendTransport } from './resend-transport.js';

export default definePlugin<ResendConfig>({
  id: 'mail-transport-resend',
  contract: 2,
  config: ResendConfig,
  provides: {
    'mail-transport': {
      create: ({ config: { apiKey, url }, http }) => {
        if (apiKey === undefined)
          throw new Error('there is no API key. Remedy: set MAIL_TRANSPORT_RESEND_API_KEY to one of your account');
        return new ResendTransport({ apiKey, url }, http);
      },
    },
  },
});
