import { defineFeature } from '#libs/feature';

export const pluginSubscribersFeature = defineFeature({
  name: 'plugin-subscribers',
  module: async () => (await import('#libs/plugin-subscribers')).PluginSubscribersModule,
  worker: async () => (await import('#worker/plugin-subscribers')).PluginSubscribersWorkerModule,
});
