import { allowsMediaType, definePlugin } from '@archivolt/plugin-kit';
import { CustomHttpConfig } from './custom-http.config.js';
import { CustomHttpExtractor } from './custom-http-extractor.js';

export default definePlugin<CustomHttpConfig>({
  id: 'extraction-custom-http',
  contract: 2,
  config: CustomHttpConfig,
  provides: {
    extraction: {
      form: 'remote',
      accepts: ['*/*'],
      concurrency: 2,
      timeoutSecondsOf: ({ timeoutMs }) => timeoutMs / 1000,
      waitsToBeNamed: true,
      isConfigured: ({ url }) => url !== undefined,
      takes: ({ type }, { allowedTypes }) => allowsMediaType(allowedTypes, type),
      create: (host) => CustomHttpExtractor.from(host),
    },
  },
});
