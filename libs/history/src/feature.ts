import { HistoryConfig } from '#config/history';
import { defineFeature } from '#libs/feature';
import { history } from './migrations/0010-history.js';
import { prunedPosition } from './migrations/0018-pruned-position.js';

export const historyFeature = defineFeature({
  name: 'history',
  config: [HistoryConfig],
  idPrefixes: { event: 'evt', activity: 'doc_act' },
  migrations: [history, prunedPosition],
  worker: async () => (await import('#worker/history')).HistoryWorkerModule,
});
