export { type ContractCase, type SkippedCases } from './contract-case.js';
export { aTestHost } from './test-host.js';
export { describeExtractor } from './extraction/describe-extractor.js';
export { extractorCases } from './extraction/extractor-cases.js';
export type { ExtractionSample, ExtractorCase, ExtractorContract } from './extraction/extractor-contract.js';
export { describeStorageDriver, storageCases, type StorageDriverContract } from './storage/describe-storage-driver.js';
export * from './search/index.js';
export { describeOcrEngine, type OcrEngineContract } from './ocr/describe-ocr-engine.js';
export { ocrCases, type OcrEngineUnderTest, type OcrSample } from './ocr/ocr-cases.js';
