export { PluginDocuments } from './plugin-documents.js';
export { PluginSubscribers, pluginSubscribers, queueOf } from './plugin-subscribers.js';
export { PluginSubscribersModule } from './plugin-subscribers.module.js';
