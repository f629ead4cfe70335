import { definePlugin } from '@archivolt/plugin-kit';
import { OwlRelayAddresses } from './owlrelay-addresses.js';
import { OwlRelayConfig } from './owlrelay.config.js';

export default definePlugin<OwlRelayConfig>({
  id: 'intake-address-owlrelay',
  contract: 2,
  config: OwlRelayConfig,
  provides: {
    'intake-address': {
      create: ({ config: { apiKey, url, domain }, http }) => {
        if (apiKey === undefined)
          throw new Error('there is no API key. Remedy: set INTAKE_ADDRESS_OWLRELAY_API_KEY to one of your account');
        return new OwlRelayAddresses({ apiKey, url, domain }, http);
      },
    },
  },
});
