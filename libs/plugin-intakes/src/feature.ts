import { defineFeature } from '#libs/feature';

export const pluginIntakesFeature = defineFeature({
  name: 'plugin-intakes',
  module: async () => (await import('#libs/plugin-intakes')).PluginIntakesModule,
  http: async () => (await import('#http/plugin-intakes')).PluginIntakesHttpModule,
  worker: async () => (await import('#worker/plugin-intakes')).PluginIntakesWorkerModule,
});
