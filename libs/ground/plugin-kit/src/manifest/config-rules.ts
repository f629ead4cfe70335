import { envVariables, type ConfigClass, type EnvVariable, type PluginManifest } from '../index.js';
import type { FieldMistake } from './rules.js';
import { isRecord, shown } from './rules.js';

/** Settings of bundled plugins whose names the contract of the product fixes. */
const FIXED_NAMES: Readonly<Record<string, readonly string[]>> = {
  'auto-tagger-llm': [
    ...['AUTO_TAGGING_MODEL', 'AI_DEFAULT_MODEL'],
    ...['openai', 'mistral', 'deepseek', 'openrouter', 'cocore', 'ollama', 'lmstudio', 'vllm', 'anthropic'].flatMap(
      (provider) => [`${provider.toUpperCase()}_API_KEY`, `${provider.toUpperCase()}_BASE_URL`],
    ),
  ],
  'extraction-azure-di': namesWith('AZURE_DI', [
    ...['ENDPOINT', 'API_KEY', 'REQUEST_TIMEOUT_MS', 'MIME_TYPES_ALLOW_LIST'],
    ...['POLLING_ATTEMPTS', 'POLLING_DELAY_MS'],
  ]),
  'extraction-custom-http': namesWith('CONTENT_EXTRACTION_CUSTOM_HTTP', [
    ...['URL', 'HEADERS', 'UPLOAD_FORMAT', 'REQUEST_TIMEOUT_MS', 'RESPONSE_FORMAT'],
    ...['JSON_RESPONSE_TEXT_PATH', 'MIME_TYPES_ALLOW_LIST'],
  ]),
  'extraction-docling': namesWith('DOCLING', ['BASE_URL', 'API_KEY', 'REQUEST_TIMEOUT_MS', 'MIME_TYPES_ALLOW_LIST']),
  'extraction-mistral-ocr': [
    ...['MISTRAL_API_KEY', 'MISTRAL_BASE_URL'],
    ...namesWith('MISTRAL_OCR', ['MODEL_NAME', 'REQUEST_TIMEOUT_MS', 'MIME_TYPES_ALLOW_LIST']),
  ],
  'intake-address-catch-all': ['INTAKE_EMAILS_CATCH_ALL_DOMAIN'],
  'intake-address-owlrelay': ['OWLRELAY_API_KEY', 'OWLRELAY_API_URL', 'OWLRELAY_DOMAIN'],
  'intake-folder': [
    'INGESTION_FOLDER_IS_ENABLED',
    'INGESTION_FOLDER_ROOT_PATH',
    'INGESTION_FOLDER_WATCHER_USE_POLLING',
    'INGESTION_FOLDER_WATCHER_POLLING_INTERVAL_MS',
    'INGESTION_FOLDER_WATCHER_FILE_STABILITY_THRESHOLD_MS',
    'INGESTION_FOLDER_WATCHER_FILE_STABILITY_POLL_INTERVAL_MS',
    'INGESTION_FOLDER_PROCESSING_CONCURRENCY',
    'INGESTION_FOLDER_ERROR_FOLDER_PATH',
    'INGESTION_FOLDER_POST_PROCESSING_STRATEGY',
    'INGESTION_FOLDER_POST_PROCESSING_MOVE_FOLDER_PATH',
    'INGESTION_FOLDER_IGNORED_PATTERNS',
  ],
  'mail-transport-log': ['LOGGER_EMAIL_DRIVER_LOG_LEVEL'],
  'mail-transport-resend': ['RESEND_API_KEY'],
  'mail-transport-smtp': ['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_SECURE', 'SMTP_JSON_CONFIG'],
  'storage-local': ['DOCUMENT_STORAGE_FILESYSTEM_ROOT'],
};

function namesWith(prefix: string, names: readonly string[]): string[] {
  return names.map((name) => `${prefix}_${name}`);
}

/** Returns whether bundled plugins share a setting, as those that use one account at a service do. */
export function isShared(setting: string, ids: readonly string[]): boolean {
  return ids.every((id) => FIXED_NAMES[id]?.includes(setting) === true);
}

const NAME = /^[A-Z][A-Z0-9_]*$/;

/** `EXTRACTION_EPUB_` for the plugin `extraction-epub`. */
export function settingsPrefix(id: string): string {
  return `${id.toUpperCase().replaceAll('-', '_')}_`;
}

/** The variable that lists the instances of an intake. */
export function instancesVariable(id: string): string {
  return `${settingsPrefix(id)}INSTANCES`;
}

/** Returns every name by which a setting can be set. */
export function namesOf({ name, aliases = [] }: EnvVariable): string[] {
  return [name, ...aliases];
}

/** What the rules for settings need to know of a plugin and of its server. */
export interface ConfigFacts {
  /** False for a plugin that comes with the server. */
  isExternal: boolean;
  /** The names of the settings of the server, which no plugin may use. */
  hostSettings: ReadonlySet<string>;
}

/** Looks at the class of the settings, its types and the names of its variables. */
export function mistakesInConfig(
  { id, config, provides }: PluginManifest,
  { isExternal, hostSettings }: ConfigFacts,
): FieldMistake[] {
  if (config === undefined) return [];
  const notAClass = mistakeInClass(config);
  if (notAClass !== undefined) return [{ field: 'config', what: notAClass }];
  let defaults: Record<string, unknown>;
  try {
    defaults = new config() as Record<string, unknown>;
  } catch (error) {
    return [{ field: 'config', what: `is a class that cannot be created: ${(error as Error).message}` }];
  }
  const fixed = isExternal ? [] : (FIXED_NAMES[id] ?? []);
  const reserved = provides.intake === undefined ? [] : [instancesVariable(id)];
  const seen = new Set<string>();
  return envVariables(config).flatMap((variable) => {
    const field = `config.${variable.property}`;
    const mistakes = namesOf(variable)
      .filter((name) => !fixed.includes(name))
      .flatMap((name) => {
        if (seen.has(name)) return [`binds ${name}, which another property binds, too`];
        seen.add(name);
        if (hostSettings.has(name) || reserved.includes(name))
          return [`binds ${name}, which is a setting of the server`];
        if (!NAME.test(name) || !name.startsWith(settingsPrefix(id)))
          return [`binds ${name}; the name must begin with ${settingsPrefix(id)}, in capitals, digits and underscores`];
        return [];
      });
    if (!variable.isTyped && typeof defaults[variable.property] !== 'string')
      mistakes.push(
        `has no type that says how ${variable.name} is read; write it out, as in \`${variable.property}: number = 5\`, and compile with \`emitDecoratorMetadata\``,
      );
    return mistakes.map((what) => ({ field, what }));
  });
}

function mistakeInClass(config: unknown): string | undefined {
  const remedy = 'it must be a class whose properties have `@Env`, such as `config: NotesConfig`';
  if (isRecord(config) && Object.getPrototypeOf(config) !== Object.prototype)
    return `is an instance of ${config.constructor.name}; ${remedy}`;
  if (typeof config !== 'function' || !isRecord(config.prototype)) return `is ${shown(config)}; ${remedy}`;
  if (envVariables(config as ConfigClass).length === 0)
    return `is the class ${config.name}, which has no property with \`@Env\`; leave \`config\` out when there is nothing to set`;
  return undefined;
}
