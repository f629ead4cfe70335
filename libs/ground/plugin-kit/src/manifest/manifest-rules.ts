import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {
  AutoTaggerDeclaration,
  ExternalSearchDeclaration,
  ExtractionDeclaration,
  FileType,
  IdentityDeclaration,
  IntakeAddressDeclaration,
  IntakeDeclaration,
  MagicBytes,
  MailTransportDeclaration,
  OcrDeclaration,
  PluginKind,
  PluginManifest,
  PluginMigration,
  PluginPermission,
  StorageDeclaration,
  SubscriberDeclaration,
  TransactionalSearchDeclaration,
} from '../index.js';
import { mistakesInConfig, type ConfigFacts } from './config-rules.js';
import { PLUGIN_CONTRACT } from '../plugin.js';
import { PLUGIN_KINDS } from './plugin-kinds.js';
import {
  boolean,
  fields,
  integer,
  isRecord,
  list,
  method,
  must,
  oneOf,
  optional,
  text,
  type FieldMistake,
  type Rule,
} from './rules.js';

/** One rule for each field of a type of the kit: a field that is new there needs a rule here to compile. */
function fieldsOf<Type extends object>(rules: { [Key in keyof Required<Type>]: Rule }, sentence?: string): Rule {
  return fields(rules, sentence);
}

const MEDIA_TYPE = /^(?:\*\/\*|[a-z0-9.+-]+\/(?:\*|[a-z0-9.+-]+))$/;
const EXACT_MEDIA_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;
const EXTENSION = /^[a-z0-9][a-z0-9._-]{0,19}$/;
/** Characters of one export with all its names. */
const LONGEST_EXPORT = 4000;
const MIGRATION = /^\d{4}-[a-z0-9-]{1,60}$/;
const PERMISSIONS: Record<PluginPermission, true> = {
  'documents:delete': true,
  'documents:read': true,
  'documents:update': true,
  'tags:create': true,
  'tags:read': true,
};

const accepts = list(
  text('a media type in lower case such as `text/plain` or `image/*`', MEDIA_TYPE),
  "a list of at least one media type, such as `['text/plain']`",
);
const priority = optional(integer(-1000, 1000));
const concurrency = optional(integer(1, 32));
const timeoutSeconds = optional(integer(1, 3600));

const bytes = must(
  'a string of 2 to 64 characters that are one byte each, or a list of 2 to 64 numbers from 0 to 255',
  (value) => {
    const numbers = typeof value === 'string' ? Array.from(value, (sign) => sign.codePointAt(0)) : value;
    return (
      Array.isArray(numbers) &&
      numbers.length >= 2 &&
      numbers.length <= 64 &&
      numbers.every((byte) => Number.isInteger(byte) && Number(byte) >= 0 && Number(byte) <= 255)
    );
  },
);

const fileType = fieldsOf<FileType>({
  type: text('a media type in lower case without parameters, such as `application/x-notes`', EXACT_MEDIA_TYPE),
  extensions: list(
    text('an extension in lower case without the dot, such as `fb2`', EXTENSION),
    "a list of extensions such as `['fb2']`",
  ),
  magic: optional(
    list(
      fieldsOf<MagicBytes>({
        bytes,
        offset: optional(integer(0, 1_000_000)),
        within: optional(integer(0, 4000)),
      }),
      'a list of byte patterns',
      0,
    ),
  ),
});

const migrationItems = list(
  fieldsOf<PluginMigration>({
    name: text('four digits, a dash and words, such as `0001-messages`', MIGRATION),
    up: text('SQL statements', /\S/),
  }),
  'a list of migrations',
  0,
);

const migrations: Rule = (value, field) => {
  const mistakes = migrationItems(value, field);
  if (mistakes.length > 0) return mistakes;
  const names = (value as PluginMigration[]).map(({ name }) => name);
  const place = names.findIndex((name, index) => index > 0 && name <= (names[index - 1] ?? ''));
  if (place < 0) return [];
  return [
    { field: `${field}[${place}].name`, what: 'does not sort after the one before it; they are applied in this order' },
  ];
};

/** A module that the host loads elsewhere: it must exist, and export something as `default`. */
function moduleWithDefault(name: string): Rule {
  const isFile = must(
    `\`new URL('./${name}.js', import.meta.url)\``,
    (value) => value instanceof URL && value.protocol === 'file:',
  );
  return (value, field) => {
    const mistakes = isFile(value, field);
    if (mistakes.length > 0) return mistakes;
    const path = fileURLToPath(value as URL);
    // When running from the sources, the module has another extension.
    const file = [path, path.replace(/\.js$/, '.ts')].find((each) => existsSync(each));
    if (file === undefined) return [{ field, what: `names ${path}, which does not exist; compile the plugin` }];
    if (exportsDefault(readFileSync(file, 'utf8'))) return [];
    return [{ field, what: `names ${file}, which has no default export; write \`export default …\` there` }];
  };
}

/** Looks at the text only: the host must not load parsers into its own process. */
function exportsDefault(source: string): boolean {
  if (/\bmodule\.exports\b|\bexports\.default\b/.test(source)) return true;
  return Array.from(source.matchAll(/\bexport\b/g)).some(({ index }) => {
    const exported = source.slice(index + 'export'.length, index + LONGEST_EXPORT).trimStart();
    if (exported.startsWith('default')) return true;
    return exported.startsWith('{') && /\bdefault\b/.test(exported.slice(0, exported.indexOf('}') + 1));
  });
}

type Sandboxed = Extract<ExtractionDeclaration, { form: 'sandboxed' }>;
type Remote = Extract<ExtractionDeclaration, { form: 'remote' }>;

const form = oneOf('sandboxed', 'remote');

const shortTexts = fieldsOf<NonNullable<Sandboxed['shortTexts']>>({
  types: accepts,
  reader: moduleWithDefault('short-text'),
});

const sandboxed = fieldsOf<Sandboxed>({
  form,
  accepts,
  priority,
  extractor: moduleWithDefault('extractor'),
  ocr: optional(oneOf('always', 'never', 'sometimes')),
  addons: optional(boolean),
  draws: optional(accepts),
  selectsPages: optional(accepts),
  joins: optional(accepts),
  renders: optional(accepts),
  opensMail: optional(accepts),
  shortTexts: optional(shortTexts),
});

const remote = fieldsOf<Remote>({
  form,
  accepts,
  priority,
  concurrency,
  timeoutSeconds,
  timeoutSecondsOf: optional(method),
  waitsToBeNamed: optional(boolean),
  isConfigured: optional(method),
  takes: optional(method),
  create: method,
});

/** The form says which other fields there are, so a wrong form is the only mistake that is reported. */
const extraction: Rule = (value, field) => {
  if (!isRecord(value)) return sandboxed(value, field);
  const mistakes = form(value['form'], `${field}.form`);
  if (mistakes.length > 0) return mistakes;
  return (value['form'] === 'remote' ? remote : sandboxed)(value, field);
};

const indexVersion = integer(1, 1_000_000);
const prepare = optional(moduleWithDefault('prepare'));

const transactionalSearch = fieldsOf<TransactionalSearchDeclaration>({
  transactional: boolean,
  indexVersion,
  prepare,
  findsEndings: optional(boolean),
  findsSimilar: optional(boolean),
  create: method,
});

const externalSearch = fieldsOf<ExternalSearchDeclaration>({
  transactional: boolean,
  readsOwnWrites: optional(boolean),
  indexVersion,
  prepare,
  findsEndings: optional(boolean),
  findsSimilar: optional(boolean),
  create: method,
});

const search: Rule = (value, field) => {
  if (!isRecord(value)) return externalSearch(value, field);
  // Which other fields there are depends on this one.
  const mistakes = boolean(value['transactional'], `${field}.transactional`);
  if (mistakes.length > 0) return mistakes;
  return (value['transactional'] === true ? transactionalSearch : externalSearch)(value, field);
};

/** A name that was guessed: the other events of the same subject are shown. */
function eventName(events: ReadonlySet<string> | undefined): Rule {
  return (value, field) => {
    const subject = `${String(value).split(':', 1)[0] ?? ''}:`;
    const names = [...(events ?? [])].filter((name) => name.startsWith(subject));
    const known = names.length === 0 ? ', as docs/reference/events.md lists them' : `: ${names.join(', ')}`;
    return must(`the name of an event${known}`, (name) =>
      events === undefined ? typeof name === 'string' : events.has(String(name)),
    )(value, field);
  };
}

/** What the manifest itself does not say. */
export interface ManifestFacts extends ConfigFacts {
  /** The names of the events; undefined when they are not known here. */
  events: ReadonlySet<string> | undefined;
}

function declarations({ events }: Pick<ManifestFacts, 'events'>): Record<PluginKind, Rule> {
  return {
    'auto-tagger': fieldsOf<AutoTaggerDeclaration>({
      concurrency,
      timeoutSeconds,
      isConfigured: optional(method),
      create: method,
    }),
    extraction,
    identity: fieldsOf<IdentityDeclaration>({ create: method }),
    intake: fieldsOf<IntakeDeclaration>({
      source: optional(oneOf('email', 'folder', 'plugin')),
      describe: optional(method),
      create: method,
    }),
    'intake-address': fieldsOf<IntakeAddressDeclaration>({ create: method }),
    'mail-transport': fieldsOf<MailTransportDeclaration>({ create: method }),
    ocr: fieldsOf<OcrDeclaration>({
      form: oneOf('sandboxed'),
      engine: moduleWithDefault('engine'),
      addons: optional(boolean),
      installedLanguages: method,
    }),
    search,
    storage: fieldsOf<StorageDeclaration>({ create: method }),
    subscriber: fieldsOf<SubscriberDeclaration>({
      events: list(eventName(events), "a list of at least one event, such as `['document:created']`"),
      permissions: optional(list(oneOf(...Object.keys(PERMISSIONS)), 'a list of permissions', 0)),
      retries: optional(integer(0, 50)),
      concurrency,
      timeoutSeconds,
      create: method,
    }),
  };
}

const ID = new RegExp(`^(${PLUGIN_KINDS.join('|')})(-[a-z0-9]+)+$`);
const LONGEST_ID = 40;

/** Everything that a manifest may contain; `config` is looked at by `mistakesInConfig`. */
function manifestRules(facts: Pick<ManifestFacts, 'events'>): Rule {
  const kinds = Object.entries(declarations(facts)).map(([kind, rule]) => [kind, optional(rule)] as const);
  const provides = fields(Object.fromEntries(kinds), 'an object with a declaration for each kind');
  const whole = fieldsOf<PluginManifest>({
    id: must(
      `a kind (${PLUGIN_KINDS.join(', ')}), a dash and a name in lower case, such as extraction-epub, of at most ${LONGEST_ID} characters`,
      (value) => typeof value === 'string' && value.length <= LONGEST_ID && ID.test(value),
    ),
    contract: must(`the number ${PLUGIN_CONTRACT}`, (value) => value === PLUGIN_CONTRACT),
    config: () => [],
    types: optional(list(fileType, 'a list of file types')),
    migrations: optional(migrations),
    provides,
  });
  return (value, field) => {
    const mistakes = whole(value, field);
    if (mistakes.length > 0) return mistakes;
    const { id, provides: provided } = value as PluginManifest;
    const kinds = PLUGIN_KINDS.filter((kind) => provided[kind] !== undefined);
    if (kinds.length === 0) return [{ field: 'provides', what: 'is empty; the plugin provides nothing' }];
    if (kinds.some((kind) => id.startsWith(`${kind}-`))) return [];
    return [
      { field: 'id', what: `is "${id}", but the plugin provides ${kinds.join(', ')}; its id begins with that kind` },
    ];
  };
}

/** Returns what is wrong in a manifest and in its class of settings: the rules of the server and of the suites. */
export function mistakesInManifest(manifest: PluginManifest, facts: ManifestFacts): FieldMistake[] {
  const inManifest = manifestRules(facts)(manifest, '');
  // The names of settings are compared with the id, so it must be right first.
  const isNamed = !inManifest.some(({ field }) => field === 'id' || field === 'provides');
  return [...inManifest, ...(isNamed ? mistakesInConfig(manifest, facts) : [])];
}
