// One example for every body and response, put together from the schema.

const TIME = '2026-07-01T09:30:00.000Z';
const ID_TAIL = '0mc5t1k8a0q7w2e9r4t6y1u3';
const ID_PREFIXES = {
  organizationId: 'org',
  documentId: 'doc',
  documentViewId: 'dv',
  parentId: 'dv',
  tagId: 'tag',
  tagIds: 'tag',
  taggingRuleId: 'tr',
  runId: 'trn',
  taskId: 'task',
  userId: 'usr',
  createdBy: 'usr',
  webhookId: 'wbh',
  eventId: 'evt',
  messageId: 'msg',
  propertyDefinitionId: 'cpd',
  optionId: 'cpso',
};
const OWNERS = [
  [/CustomPropertyOption|^OptionBody/, 'cpso'],
  [/CustomProperty/, 'cpd'],
  [/Webhook/, 'wbh'],
  [/Delivery/, 'wbh_dlv'],
  [/Task/, 'task'],
  [/Activity(?!Tag|User)/, 'doc_act'],
  [/Condition/, 'trc'],
  [/Action(?!Tag)/, 'tra'],
  [/RuleRunView/, 'trn'],
  [/TaggingRule|RanRule/, 'tr'],
  [/Tag/, 'tag'],
  [/ApiKey/, 'ak'],
  [/Organization/, 'org'],
  [/DocumentViewView/, 'dv'],
  [/FileRequestView/, 'frq'],
  [/ReceivedFileView/, 'frq_file'],
  [/Document/, 'doc'],
  [/User/, 'usr'],
  [/Session/, 'auth_ses'],
];
const VALUES = {
  key: 'state',
  name: 'Invoice 2026-07.pdf',
  originalName: 'scan0001.pdf',
  normalizedName: 'invoices',
  content: 'Invoice no. 4711 …',
  mimeType: 'application/pdf',
  color: '#AA3366',
  email: 'ada@example.com',
  password: 'correct horse battery staple',
  token: 'ppapi_…',
  prefix: 'ppapi_8fKq2',
  value: 'invoice',
  field: 'name',
  operator: 'contains',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  originalSha256Hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  documentDate: TIME,
  expiresAt: '2027-07-01T00:00:00.000Z',
  columns: 'documentDate',
  searchQuery: 'tag:invoices created:>=2026-01-01',
  query: 'tag:invoices',
  description: 'What we pay',
  notes: 'Paid on 3 July',
  provider: 'extraction-pdf',
  version: '26.7.0',
  gitCommitSha: 'unknown',
  gitCommitDate: 'unknown',
  customerId: null,
  deletedAt: null,
  deletedBy: null,
  scheduledPurgeAt: null,
  lastUsedAt: null,
  reason: null,
  error: null,
  image: null,
  url: 'https://example.com/hook',
  secret: '8fKq2…',
  event: 'document:created',
  events: 'document:created',
  responseStatus: 200,
  lastResponseStatus: 200,
  responseBody: 'ok',
  lastError: null,
  nextAttemptAt: null,
  replayOf: null,
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  secretRotationStartedAt: null,
};
const NAMES = [
  [/Option/, 'Paid'],
  [/Property/, 'State'],
  [/Tag(?!ging)/, 'invoices'],
  [/DocumentView(Body|View)/, 'Unpaid invoices'],
  [/TaggingRule/, 'Invoices by name'],
  [/Organization/, 'Family papers'],
  [/ApiKey/, 'backup script'],
  [/Webhook/, 'Accounting'],
  [/User|SignUp/, 'Ada Example'],
  [/Plan/, 'Free'],
];

const LINK_TOKEN = 'k7Rw'.repeat(16);
/** Other values in components of this name. */
const OWN_VALUES = [
  [
    /FileRequest/,
    {
      token: LINK_TOKEN,
      url: `https://archive.example.com/drop/${LINK_TOKEN}`,
      title: 'Receipts 2026',
      message: 'Please send all receipts of the year.',
      organizationName: 'Family papers',
    },
  ],
  [/ReceivedFile/, { senderName: 'Ada Example', address: '192.0.2.0/24' }],
];

/** An example of a schema of `document`; `owner` is the name of the component that it is part of. */
export function exampleOf(document, schema, key = '', owner = '') {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return exampleOf(document, document.components.schemas[name], key, name);
  }
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf) return exampleOf(document, schema.anyOf[0], key, owner);
  if (schema.default !== undefined && schema.type !== 'object') return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.includes('text') && key === 'outcome' ? 'text' : schema.enum[0];
  const [type] = [schema.type].flat();
  if (type === 'object') {
    const properties = Object.entries(schema.properties ?? {}).filter(
      ([, one]) => owner === '' || one.$ref?.split('/').at(-1) !== owner,
    );
    return Object.fromEntries(properties.map(([name, one]) => [name, exampleOf(document, one, name, owner)]));
  }
  if (type === 'array') {
    const containsItself = schema.items.$ref?.split('/').at(-1) === owner;
    if (schema.maxItems === 0 || containsItself) return [];
    const one = exampleOf(document, schema.items, key, owner);
    const other = (at) => (at > 0 && schema.uniqueItems ? `${one.slice(0, -1)}${at}` : one);
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, (_, at) => other(at));
  }
  if (type === 'integer' || type === 'number')
    return typeof VALUES[key] === 'number' ? VALUES[key] : (schema.minimum ?? 1);
  if (type === 'boolean') return key.startsWith('is') && !key.startsWith('isDeleted');
  return type === 'null' ? null : text(schema, key, owner);
}

function text(schema, key, owner) {
  const prefix = /^\^([a-z_0-9]+)_\[a-z0-9\]\{24\}\$$/.exec(schema.pattern ?? '')?.[1] ?? prefixOf(key, owner);
  if (prefix) return `${prefix}_${ID_TAIL}`;
  if (key === 'name') return NAMES.find(([pattern]) => pattern.test(owner))?.[1] ?? VALUES.name;
  if (schema.pattern === '^[a-z0-9]{64}$') return LINK_TOKEN;
  const own = OWN_VALUES.find(([pattern]) => pattern.test(owner))?.[1] ?? {};
  if (key in own) return own[key];
  if (key in VALUES) {
    const value = VALUES[key];
    return value === null && ![schema.type].flat().includes('null') ? TIME : value;
  }
  return schema.format === 'date-time' ? TIME : 'text';
}

function prefixOf(key, owner) {
  if (key === 'parentId' && /Tag/.test(owner)) return 'tag';
  if (key !== 'id') return ID_PREFIXES[key];
  return OWNERS.find(([pattern]) => pattern.test(owner))?.[1];
}
