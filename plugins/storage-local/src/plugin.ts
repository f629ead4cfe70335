import { isAbsolute, join } from 'node:path';
import { definePlugin } from '@archivolt/plugin-kit';
import { LocalStorageConfig } from './local-storage.config.js';
import { LocalStorage } from './local-storage.js';

export default definePlugin<LocalStorageConfig>({
  id: 'storage-local',
  contract: 2,
  config: LocalStorageConfig,
  provides: {
    storage: {
      create: ({ config, dataDir }) =>
        new LocalStorage(
          config.root === undefined
            ? join(dataDir, 'documents')
            : isAbsolute(config.root)
              ? config.root
              : join(process.cwd(), config.root),
        ),
    },
  },
});
