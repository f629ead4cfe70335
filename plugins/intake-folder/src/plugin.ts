import { join } from 'node:path';
import { definePlugin } from '@archivolt/plugin-kit';
import { FolderConfig } from './folder.config.js';
import { FolderIntake } from './folder-intake.js';
import { rootOf } from './folder-layout.js';

export default definePlugin<FolderConfig>({
  id: 'intake-folder',
  contract: 2,
  config: FolderConfig,
  provides: {
    intake: {
      source: 'folder',
      describe: (config, organizationId) =>
        config.enabled ? `Files put into ${join(rootOf(config), organizationId)}` : undefined,
      create: (host) => new FolderIntake(host),
    },
  },
});
