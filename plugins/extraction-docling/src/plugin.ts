import { allowsMediaType, definePlugin } from '@archivolt/plugin-kit';
import { DoclingConfig } from './docling.config.js';
import { DoclingExtractor } from './docling-extractor.js';

export default definePlugin<DoclingConfig>({
  id: 'extraction-docling',
  contract: 2,
  config: DoclingConfig,
  provides: {
    extraction: {
      form: 'remote',
      accepts: ['*/*'],
      concurrency: 2,
      timeoutSecondsOf: ({ timeoutMs }) => timeoutMs / 1000,
      waitsToBeNamed: true,
      takes: ({ type }, { allowedTypes }) => allowsMediaType(allowedTypes, type),
      create: (host) => new DoclingExtractor(host),
    },
  },
});
