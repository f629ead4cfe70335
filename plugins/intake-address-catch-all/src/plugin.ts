import { definePlugin } from '@archivolt/plugin-kit';
import { CatchAllAddresses } from './catch-all-addresses.js';
import { CatchAllConfig } from './catch-all.config.js';

export default definePlugin<CatchAllConfig>({
  id: 'intake-address-catch-all',
  contract: 2,
  config: CatchAllConfig,
  provides: { 'intake-address': { create: ({ config }) => new CatchAllAddresses(config.domain) } },
});
