export { definePlugin, PLUGIN_CONTRACT, type PluginKind, type PluginManifest } from './plugin.js';
export { Env, envVariables, type ConfigClass, type EnvOptions, type EnvVariable } from './env.js';
export { capCombiningMarks, normalizeText } from './combining-marks.js';
export { makeFolder } from './make-folder.js';
export {
  cleanDocumentName,
  cleanFileName,
  cleanLine,
  cleanPath,
  cutToBytes,
  cutToCharacters,
  extensionOf,
  isAddressOfAnyHost,
  isMailAddress,
  isOneLine,
} from './names.js';
export { decodeText, isSevenBitEncoding } from './encoding/decode-text.js';
export { guessEncoding, type EncodingHint } from './encoding/guess-encoding.js';
export { decodeAs } from './encoding/decode-as.js';
export { encodingOfCodePage } from './encoding/code-pages.js';
export { encodingOfCharacterSet } from './encoding/character-sets.js';
export { isNoise, noiseIn, type NoiseKind } from './encoding/noise/noise.js';
export { isRecognizedNoise } from './encoding/noise/recognized-noise.js';
export { unpackRtf } from './rich-text/packed-rtf.js';
export { rtfText } from './rich-text/rtf-text.js';
export { PermanentPluginError, TransientPluginError } from './errors.js';
export type { HostServices, JsonValue, PluginLogger, PluginState, Sql } from './host-services.js';
export type { HostHttp, HttpLimits, HttpRequest, HttpResponse, HttpStream, HttpStreamLimits } from './host-http.js';
export type { CheckedHost, HostLookup, ServerNames, SocketOptions } from './network/host-lookup.js';
export { connectionFault, oneLine } from './network/connection-fault.js';
export { FILE_HEAD_BYTES, matchFileType, type FileType, type FileTypeMatch, type MagicBytes } from './file-type.js';
export type { PluginLifecycle } from './lifecycle.js';
export type { PluginMigration } from './migration.js';
export type {
  DocumentChanges,
  DocumentOperations,
  PluginDocument,
  PluginPermission,
  PluginTag,
} from './documents/document-operations.js';
export type { PluginEvent, Subscriber, SubscriberContext, SubscriberDeclaration } from './subscriber/subscriber.js';
export type {
  Intake,
  IntakeContext,
  IntakeDeclaration,
  IntakeFailure,
  IntakeFile,
  IntakeMail,
  IntakeMailResult,
  IntakeResult,
} from './intake/intake.js';
export type {
  AddressResult,
  IntakeAddressDeclaration,
  IntakeAddresses,
  WantedAddress,
} from './intake-address/intake-address.js';
export type { MailMessage, MailTransport, MailTransportDeclaration } from './mail/mail-transport.js';
export type {
  AutoTagger,
  AutoTaggerDeclaration,
  SuggestedProperty,
  TaggingProperty,
  TaggingRequest,
  TaggingSuggestion,
} from './auto-tagging/auto-tagger.js';
export { isValueOf } from './auto-tagging/property-value.js';
export type { Identity, IdentityClaims, IdentityDeclaration, MappedIdentity } from './identity/identity.js';
export {
  defineExtractor,
  type ExtractedPage,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionOutcome,
  type ExtractionResult,
  type Extractor,
} from './extraction/extractor.js';
export { linearMailParser } from './extraction/linear-mail-parser.js';
export { RefusedFile } from './extraction/refused-file.js';
export { LONGEST_PASSWORD, lockedFile, MOST_PASSWORDS } from './extraction/locked-file.js';
export { CompoundFile, isCompound, type CompoundStorage } from './extraction/compound-file.js';
export { findZipDirectory, zipEntries, type ZipEntry } from './extraction/zip-file.js';
export type { AttachedFile, UnreadFile } from './extraction/attached-file.js';
export type { MailAddress, MailContext, MailPart, OpenedMail } from './extraction/opened-mail.js';
export { PackedWords, type PageWord } from './extraction/page-words.js';
export type { ExtractionLimits } from './extraction/limits.js';
export { defineShortTextReader, MOST_SHORT_TEXT_BYTES, type ShortTextReader } from './extraction/short-text.js';
export type { DrawingContext, DrawnPage, PageToDraw, UndrawnOutcome } from './extraction/page-drawing.js';
export type { FileJoin, PageSelection, SelectedPage, SelectedPages } from './extraction/page-selection.js';
export type { Rendition, RenditionLimits } from './extraction/rendition.js';
export type { ExtractionDeclaration, RemoteExtractor } from './extraction/declaration.js';
export { allowsMediaType, MEDIA_TYPE_ENTRY, MEDIA_TYPE_MESSAGE } from './extraction/media-types.js';
export { fileBody, formWithFile, jsonWithFile } from './extraction/file-body.js';
export { ServiceExtractor, type ServiceAddress, type ServiceHost } from './extraction/service-extractor.js';
export {
  jsonOf,
  limitsOfRequest,
  pauseOf,
  resultOfPages,
  unreadBecauseOf,
  valueAt,
  type ServiceNames,
} from './extraction/service-response.js';
export {
  defineOcrEngine,
  type OcrContext,
  type OcrDeclaration,
  type OcrEngine,
  type OcrImage,
  type OcrText,
} from './ocr/ocr-engine.js';
export type {
  ExternalSearchBackend,
  ExternalSearchDeclaration,
  PropertyCondition,
  PropertyValue,
  RankedForm,
  RankedTerm,
  RelevancePageRequest,
  RemovedDocument,
  SearchBackend,
  SearchDeclaration,
  SearchDocument,
  SearchField,
  SearchGroups,
  SearchIndexBuild,
  SearchPage,
  SearchPageRequest,
  SearchQueries,
  SearchRequest,
  SearchShortTexts,
  SearchSort,
  SearchText,
  SearchTree,
  SimilarDocument,
  SimilarRequest,
  TransactionalSearchBackend,
  TransactionalSearchDeclaration,
} from './search/search-backend.js';
export { comparableText, nameKey } from './search/comparable-text.js';
export { isPartOfIdentifier, joinedIdentifier, partsOfIdentifier } from './search/joined-forms.js';
export { phrasesOf } from './search/phrases.js';
export { isSearchableEnding, reversedEnding, reversedWord } from './search/endings.js';
export { contentMarks, type ContentMarks } from './search/relevance/content-marks.js';
export {
  rankedGroups,
  rankedTermsOf,
  termWeights,
  treeOfTerm,
  type RankedMark,
  type RankedSet,
} from './search/relevance/ranked-sets.js';
export {
  CHARACTERS_LOOKED_INTO,
  LOOKED_INTO,
  orderByTexts,
  TEXT_POINTS,
  type RankedDocument,
  type TextPoints,
} from './search/relevance/text-points.js';
export {
  inOrderOfSimilarity,
  MOST_SIMILAR,
  Similarity,
  type ComparedDocument,
  type SimilarCandidate,
} from './search/similar/similarity.js';
export {
  CHARACTERS_COMPARED,
  mostFrequent,
  occurringTerms,
  tellingTerms,
  type ComparedTexts,
  type OccurringTerm,
  type TellingTerm,
  type TellingTerms,
} from './search/similar/telling-terms.js';
export { defineTextPreparation, type PreparedText, type TextPreparation } from './search/text-preparation.js';
export { LANGUAGES, languageOf, languageTerm, NO_LANGUAGE, WORDS_FOR_LANGUAGE } from './search/language.js';
export { locateWords, type LocatedText } from './search/located-words.js';
export {
  foldedNeedle,
  foldedText,
  foldedWords,
  foldWords,
  indexedWords,
  indexTerms,
  queryTerms,
  sortKey,
  wordTerms,
  type QueryTerms,
} from './search/words.js';
export type { ByteRange, StorageDeclaration, StorageDriver, StoredObject } from './storage/storage-driver.js';
