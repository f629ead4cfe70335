import { HistoryConfig } from '#config/history';
import { defineFeature } from '#libs/feature';
import { history } from './migrations/0010-history.js';

export const historyFeature = defineFeature({
  name: 'history',
  config: [HistoryConfig],
  idPrefixes: { event: 'evt', activity: 'doc_act' },
  migrations: [history],
  worker: async () => (await import('#worker/history')).HistoryWorkerModule,
});
