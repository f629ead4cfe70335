export { PluginDocuments } from './plugin-documents.js';
export { PluginSubscribers, pluginSubscribers } from './plugin-subscribers.js';
export { PluginSubscribersModule } from './plugin-subscribers.module.js';
