import { defineFeature } from '#ground/features';

export const pluginSubscribersFeature = defineFeature({
  name: 'plugin-subscribers',
  module: async () => (await import('#automation/plugin-subscribers')).PluginSubscribersModule,
  worker: async () => (await import('#automation/plugin-subscribers/worker')).PluginSubscribersWorkerModule,
});
