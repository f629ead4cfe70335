export * from './search/index.js';
export {
  describeExtractor,
  type ExtractionSample,
  type ExtractorCase,
  type ExtractorContract,
} from './extraction/describe-extractor.js';
