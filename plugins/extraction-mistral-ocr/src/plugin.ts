import { allowsMediaType, definePlugin } from '@archivolt/plugin-kit';
import { MistralOcrConfig } from './mistral-ocr.config.js';
import { MistralOcrExtractor } from './mistral-ocr-extractor.js';

/** Mistral refuses files of this size. */
const TOO_LARGE_BYTES = 50 * 1024 * 1024;

export default definePlugin<MistralOcrConfig>({
  id: 'extraction-mistral-ocr',
  contract: 2,
  config: MistralOcrConfig,
  provides: {
    extraction: {
      form: 'remote',
      accepts: ['*/*'],
      concurrency: 2,
      timeoutSecondsOf: ({ timeoutMs }) => timeoutMs / 1000,
      waitsToBeNamed: true,
      isConfigured: ({ apiKey }) => apiKey !== undefined,
      takes: ({ size, type }, { allowedTypes }) => size < TOO_LARGE_BYTES && allowsMediaType(allowedTypes, type),
      create: (host) => MistralOcrExtractor.from(host),
    },
  },
});
