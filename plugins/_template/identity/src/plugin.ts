import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateConfig } from './template.config.js';
import { TemplateIdentity } from './template-identity.js';

export default definePlugin<TemplateConfig>({
  id: 'identity-template',
  contract: 2,
  config: TemplateConfig,
  provides: { identity: { create: ({ config }) => new TemplateIdentity(config) } },
});
