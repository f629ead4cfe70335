import { definePlugin } from '@archivolt/plugin-kit';
import { TemplateConfig } from './template.config.js';
import { TemplateSubscriber } from './template-subscriber.js';

export default definePlugin<TemplateConfig>({
  id: 'subscriber-template',
  contract: 2,
  config: TemplateConfig,
  provides: {
    subscriber: {
      events: ['document:created'],
      permissions: ['documents:read', 'documents:update', 'tags:create'],
      create: (host) => new TemplateSubscriber(host),
    },
  },
});
