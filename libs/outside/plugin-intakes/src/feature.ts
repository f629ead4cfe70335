import { defineFeature } from '#ground/features';

export const pluginIntakesFeature = defineFeature({
  name: 'plugin-intakes',
  module: async () => (await import('#outside/plugin-intakes')).PluginIntakesModule,
  http: async () => (await import('#outside/plugin-intakes/http')).PluginIntakesHttpModule,
  worker: async () => (await import('#outside/plugin-intakes/worker')).PluginIntakesWorkerModule,
});
