import { definePlugin } from '@archivolt/plugin-kit';
import { LogConfig } from './log.config.js';
import { LogTransport } from './log-transport.js';

export default definePlugin<LogConfig>({
  id: 'mail-transport-log',
  contract: 2,
  config: LogConfig,
  provides: { 'mail-transport': { create: ({ config, logger }) => new LogTransport(logger, config.level) } },
});
