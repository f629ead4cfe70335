import type { ConfigProblem, Environment } from './load-config.js';

interface MissingSetting {
  /** A name, or with `*` at its end all names that begin so. */
  name: string;
  /** Why it has no effect, and what to do instead. */
  instead: string;
  /** For values that would make the archive less safe than its operator believes: the start is refused. */
  refused?(value: string): boolean;
}

const isSet = (): boolean => true;
const isOn = (value: string): boolean => !/^(false|0|no|n|off|disabled)$/i.test(value);

const ENCRYPTION =
  'this version does not encrypt files; unset it, and put DATA_DIR and the storage on an encrypted disk instead';
const DATABASE = 'the database is PostgreSQL, named by DATABASE_URL; unset it';
const STORAGE = 'no storage plugin that is installed has this setting; files are where DOCUMENT_STORAGE_DRIVER says';
const NOT_NEEDED = 'it is kept in PostgreSQL, and there is nothing to choose; unset it';
const NO_PLANS = 'there are no plans and subscriptions; unset it';

/** Names that compatible servers read, so that an environment may bring them along, and that this version does not have. */
export const MISSING_SETTINGS: readonly MissingSetting[] = [
  { name: 'DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED', instead: ENCRYPTION, refused: isOn },
  { name: 'DOCUMENT_STORAGE_DOCUMENT_KEY_ENCRYPTION_KEYS', instead: ENCRYPTION, refused: isSet },
  {
    name: 'DATABASE_ENCRYPTION_KEY',
    instead: 'this version does not encrypt the database; unset it, and use an encrypted disk instead',
    refused: isSet,
  },
  { name: 'DATABASE_AUTH_TOKEN', instead: `${DATABASE}, with the password in DATABASE_URL` },
  { name: 'DOCUMENT_STORAGE_S3_*', instead: STORAGE },
  { name: 'DOCUMENT_STORAGE_AZURE_BLOB_*', instead: STORAGE },
  { name: 'DOCUMENT_STORAGE_KEY_PATTERN', instead: 'files have names made from the ids of their documents; unset it' },
  { name: 'DOCUMENT_STORAGE_PATTERN_*', instead: 'files have names made from the ids of their documents; unset it' },
  {
    name: 'DOCUMENT_STORAGE_USE_LEGACY_STORAGE_KEY_DEFINITION_SYSTEM',
    instead: 'names of files have one form; unset it',
  },
  { name: 'DOCUMENT_SEARCH_DRIVER', instead: 'the search plugin is named by SEARCH_PLUGIN' },
  { name: 'TASKS_PERSISTENCE_*', instead: NOT_NEEDED },
  { name: 'TASKS_WORKER_ID', instead: 'workers need no names; unset it' },
  { name: 'KV_STORE_*', instead: NOT_NEEDED },
  { name: 'EMAILS_DRY_RUN', instead: 'EMAILS_DRIVER=logger writes mails to the log instead of sending them' },
  { name: 'INGESTION_FOLDER_ROOT', instead: 'the folder is named by INTAKE_FOLDER_ROOT_PATH' },
  { name: 'SERVER_SERVE_PUBLIC_DIR', instead: 'the pages are always served; unset it' },
  { name: 'TRUSTED_APP_SCHEMES', instead: 'sign-in from apps with a scheme of their own is not part of this version' },
  { name: 'AUTH_SHOW_LEGAL_LINKS', instead: 'the pages have no such links; unset it' },
  { name: 'PAPRA_CONFIG_DIR', instead: 'there is no file of settings; set them as variables' },
  { name: 'PLAN_ENTITLEMENTS_*', instead: NO_PLANS },
  { name: 'PLANS_*', instead: NO_PLANS },
  { name: 'IS_FREE_PLAN_UNLIMITED', instead: NO_PLANS },
  { name: 'SELFHST_ENTITLEMENTS_*', instead: NO_PLANS },
];

/** Settings that ask for protection which this version does not have. */
export function missingProtection(environment: Environment): ConfigProblem[] {
  return MISSING_SETTINGS.flatMap(({ name, instead, refused }) => {
    const value = environment[name]?.trim() || environment[`${name}_FILE`]?.trim();
    return value && refused?.(value) === true ? [{ variable: name, message: `has no effect: ${instead}` }] : [];
  });
}
