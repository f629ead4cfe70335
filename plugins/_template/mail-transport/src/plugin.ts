import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateConfig } from './template.config.js';
import { TemplateTransport } from './template-transport.js';

export default definePlugin<TemplateConfig>({
  id: 'mail-transport-template',
  contract: 2,
  config: TemplateConfig,
  provides: { 'mail-transport': { create: ({ config, http }) => new TemplateTransport(config, http) } },
});
