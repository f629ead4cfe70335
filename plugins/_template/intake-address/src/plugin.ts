import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateAddresses } from './template-addresses.js';
import { TemplateConfig } from './template.config.js';

export default definePlugin<TemplateConfig>({
  id: 'intake-address-template',
  contract: 2,
  config: TemplateConfig,
  provides: { 'intake-address': { create: ({ config, http }) => new TemplateAddresses(config, http) } },
});
