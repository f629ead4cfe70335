import { allowsMediaType, definePlugin } from '@archivolt/plugin-kit';
import { AzureDiConfig } from './azure-di.config.js';
import { AzureDiExtractor } from './azure-di-extractor.js';

export default definePlugin<AzureDiConfig>({
  id: 'extraction-azure-di',
  contract: 2,
  config: AzureDiConfig,
  provides: {
    extraction: {
      form: 'remote',
      accepts: ['*/*'],
      concurrency: 2,
      // One request with the file, and while it is analysed short ones, of which one may be slow.
      timeoutSecondsOf: ({ timeoutMs, pollingAttempts, pollingDelayMs }) =>
        (2 * timeoutMs + pollingAttempts * pollingDelayMs) / 1000,
      waitsToBeNamed: true,
      isConfigured: ({ endpoint, apiKey }) => endpoint !== undefined && apiKey !== undefined,
      takes: ({ type }, { allowedTypes }) => allowsMediaType(allowedTypes, type),
      create: (host) => AzureDiExtractor.from(host),
    },
  },
});
