export { instancesVariable, isShared, namesOf, settingsPrefix } from './config-rules.js';
export { mistakesInManifest, type ManifestFacts } from './manifest-rules.js';
export { nearestName } from './nearest-name.js';
export { kindsOf, PLUGIN_KINDS, type CreatedKind } from './plugin-kinds.js';
export { isRecord, shown, type FieldMistake } from './rules.js';
