export { type ContractCase, type SkippedCases } from './contract-case.js';
export { encodeAs } from './encode-as.js';
export { manifestCase } from './manifest-case.js';
export { aTestHost } from './test-host.js';
export { describeExtractor } from './extraction/describe-extractor.js';
export { extractorCases } from './extraction/extractor-cases.js';
export { HOST_TYPES } from './extraction/host-types.js';
export type {
  ExtractionSample,
  ExtractorCase,
  ExtractorContract,
  LockedSample,
} from './extraction/extractor-contract.js';
export { describeStorageDriver, storageCases, type StorageDriverContract } from './storage/describe-storage-driver.js';
export * from './search/index.js';
export { describeOcrEngine, type OcrEngineContract } from './ocr/describe-ocr-engine.js';
export { ocrCases, type OcrEngineUnderTest, type OcrSample } from './ocr/ocr-cases.js';
export { describeSubscriber } from './subscriber/describe-subscriber.js';
export { HOST_EVENTS } from './subscriber/host-events.js';
export { subscriberCases } from './subscriber/subscriber-cases.js';
export type { SampleEvent, SubscriberContract } from './subscriber/subscriber-contract.js';
export type { ServiceRequest, ServiceResponse } from './test-service.js';
export { describeIntake } from './intake/describe-intake.js';
export { intakeCases } from './intake/intake-cases.js';
export type { IntakeContract, TestSource } from './intake/intake-contract.js';
export { describeIntakeAddresses } from './intake-address/describe-intake-addresses.js';
export { intakeAddressCases } from './intake-address/intake-address-cases.js';
export type {
  IntakeAddressContract,
  IntakeAddressesUnderTest,
  ServiceAddress,
} from './intake-address/intake-address-contract.js';
export { describeMailTransport } from './mail/describe-mail-transport.js';
export { mailTransportCases } from './mail/mail-transport-cases.js';
export type { MailTransportContract, MailTransportUnderTest, ReceivedMail } from './mail/mail-transport-contract.js';
export { describeAutoTagger } from './auto-tagging/describe-auto-tagger.js';
export { autoTaggerCases } from './auto-tagging/auto-tagger-cases.js';
export type { AutoTaggerContract, AutoTaggerUnderTest, TaggingSample } from './auto-tagging/auto-tagger-contract.js';
export { describeIdentity } from './identity/describe-identity.js';
export { identityCases } from './identity/identity-cases.js';
export type { ClaimsSample, IdentityContract, IdentityUnderTest } from './identity/identity-contract.js';
