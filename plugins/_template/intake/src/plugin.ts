import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateConfig } from './template.config.js';
import { TemplateIntake } from './template-intake.js';

export default definePlugin<TemplateConfig>({
  id: 'intake-template',
  contract: 2,
  config: TemplateConfig,
  provides: {
    intake: { create: (host) => new TemplateIntake(host) },
  },
});
