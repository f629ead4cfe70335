import { allowsMediaType, definePlugin } from '@archivolt/plugin-kit';
import { TikaConfig } from './tika.config.js';
import { TikaExtractor } from './tika-extractor.js';

export default definePlugin<TikaConfig>({
  id: 'extraction-tika',
  contract: 2,
  config: TikaConfig,
  provides: {
    extraction: {
      form: 'remote',
      accepts: ['*/*'],
      concurrency: 2,
      timeoutSecondsOf: ({ timeoutMs }) => timeoutMs / 1000,
      waitsToBeNamed: true,
      takes: ({ type }, { allowedTypes }) => allowsMediaType(allowedTypes, type),
      create: (host) => new TikaExtractor(host),
    },
  },
});
