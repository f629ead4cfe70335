import { HistoryConfig } from '#config/history';
import { defineFeature } from '#ground/features';
import { history } from './migrations/0010-history.js';
import { prunedPosition } from './migrations/0018-pruned-position.js';
import { usageHistory } from './migrations/0027-usage-history.js';

export const historyFeature = defineFeature({
  name: 'history',
  config: [HistoryConfig],
  idPrefixes: { event: 'evt', activity: 'doc_act' },
  migrations: [history, prunedPosition, usageHistory],
  worker: async () => (await import('./worker/history-worker.module.js')).HistoryWorkerModule,
});
