import { defineFeature } from '#ground/features';

const definitions = async () => (await import('#automation/plugin-subscribers')).PluginSubscribersModule;

export const pluginSubscribersFeature = defineFeature({
  name: 'plugin-subscribers',
  module: definitions,
  http: definitions, // it has no routes, but requests record events, which add the jobs of subscribers
  worker: async () => (await import('./worker/plugin-subscribers-worker.module.js')).PluginSubscribersWorkerModule,
});
