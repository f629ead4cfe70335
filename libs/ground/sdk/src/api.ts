// Written by `npm run reference` from docs/reference/openapi.json; edit the server instead.

export interface ActionTagView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  name: string;
  normalizedName: string;
  color: string;
  description: string | null;
}

export interface ActionView {
  id: string;
  createdAt: string;
  updatedAt: string;
  taggingRuleId: string;
  tagId: string;
  tag: ActionTagView | null;
}

export interface ActivitiesView {
  activities: ActivityView[];

  /** All entries, not only those of the page. */
  activitiesCount: number;
}

export interface ActivityDocumentView {
  isInTrash: boolean;
  id: string;
  name: string;
}

/** What the activity list of a document calls a change. */
export type ActivityEvent =
  'created' | 'deleted' | 'not-split' | 'restored' | 'split' | 'tagged' | 'untagged' | 'updated';

export interface ActivityNameView {
  id: string;
  name: string;
}

export interface ActivityResponse {
  /** Newest first. */
  events: EventView[];

  /** The users that the events of this page name. Empty for API keys, which cannot read members. */
  users: ActivityNameView[];

  /** The documents that the events of this page name, as far as they still exist. */
  documents: ActivityDocumentView[];

  /** For `before` of the next request. */
  nextCursor: string;

  /** True when there may be earlier events. A page can be empty all the same when few events have the requested names. */
  hasMore: boolean;
}

export interface ActivityTagView {
  id: string;
  name: string;
  color: string;
  description: string | null;
}

export interface ActivityUserView {
  id: string;
  name: string;
}

export interface ActivityView {
  id: string;
  createdAt: string;
  documentId: string;
  event: ActivityEvent;

  /** For `updated`: which fields, as `{ updatedFields: ["name"] }`. For `created` by a visitor: the file request, as `{ fileRequestId, fileRequestTitle }`; for `created` of the pages of another document: `{ splitFromId, splitFromName }`. For `split`: `{ partIds }`; for `not-split`: `{ reason }`. */
  eventData: Record<string, unknown> | null;

  /** Null for changes that the server made. */
  userId: string | null;
  tagId: string | null;
  user: ActivityUserView | null;

  /** Null when the tag has been deleted. */
  tag: ActivityTagView | null;
}

export interface AddTagBody {
  tagId: string;
}

export interface AdminMemberView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  userId: string;
  role: string;
  user: AdminUserView;
}

export interface AdminMembersResponse {
  /** Oldest first. */
  members: AdminMemberView[];
}

export interface AdminOrganizationFacts {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  customerId: string | null;
  deletedAt: string | null;
  deletedBy: string | null;
  scheduledPurgeAt: string | null;
}

export interface AdminOrganizationResponse {
  organization: AdminOrganizationView;
}

export interface AdminOrganizationView {
  memberCount: number;

  /** Documents that are not in the trash. */
  documentsCount: number;

  /** Bytes of all its files, those in the trash included. */
  documentsSize: number;

  /** Null when the account of the owner is gone. */
  ownerName: string | null;
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  customerId: string | null;
  deletedAt: string | null;
  deletedBy: string | null;
  scheduledPurgeAt: string | null;
}

export interface AdminOrganizationsPage {
  /** Newest first. */
  organizations: AdminOrganizationView[];
  totalCount: number;
  pageIndex: number;
  pageSize: number;
}

export interface AdminUserResponse {
  user: AdminUserView;
}

export interface AdminUserView {
  id: string;
  createdAt: string;
  updatedAt: string;
  email: string;
  emailVerified: boolean;
  name: string;
  image: string | null;

  /** How many organizations the user may own; null in a list: the limit of the server applies. */
  maxOrganizationCount: number | null;
  twoFactorEnabled: boolean;
  isAdmin: boolean;

  /** Since when the user cannot sign in; null for an active one. */
  disabledAt: string | null;

  /** When a session was last renewed, at most a day ago for one in use, or an API key used. */
  lastActiveAt: string | null;
}

export interface AdminWebhookView {
  organization: OrganizationOfWebhook;
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  url: string;
  enabled: boolean;
  events: string[];

  /** Whether deliveries are signed. No response contains the secret. */
  hasSecret: boolean;

  /** When the new secret was added whose signature is sent besides the usual one. */
  secretRotationStartedAt: string | null;

  /** When something was last sent. */
  lastTriggeredAt: string | null;

  /** Since when every delivery has failed. */
  failingSince: string | null;

  /** When the server has disabled the webhook because its deliveries failed for a long time. */
  disabledAt: string | null;
  disabledReason: string | null;
}

export interface AdminWebhooksPage {
  /** Newest first. */
  webhooks: AdminWebhookView[];
  totalCount: number;
  pageIndex: number;
  pageSize: number;
}

/** Days are calendar days without a time zone: `2026-01-31`. */
export interface AgendaEntryView {
  /** When it is due, or until when it was put off. */
  day: string;

  /** The date of the document that the reminder counts from. */
  sourceDay: string;
  snoozedUntil: string | null;
  doneAt: string | null;

  /** Who has done it; null when it is not done. */
  doneBy: NamedThing | null;
  document: NamedThing;
  reminder: NamedThing;
}

export interface AgendaFeedView {
  /** When the address was made; null when there is none. */
  createdAt: string | null;
}

export interface AgendaMarkBody {
  reminderId: string;
  documentId: string;

  /** The `sourceDay` of the entry. */
  sourceDay: string;

  /** True: it is done, for all members. */
  isDone?: boolean;

  /** The day to which the entry moves; null or missing: the one that its reminder gives. */
  snoozedUntil?: string | null;
}

export interface AgendaView {
  /** In the order of their days. */
  entries: AgendaEntryView[];

  /** Null at the end. */
  nextCursor: string | null;

  /** False: the queries of reminders find more than 50,000 documents with dates in the period, and some are left out. */
  isComplete: boolean;
}

export interface AiChanges {
  autoTagging?: AutoTaggingChanges;
}

export interface AiSettingsView {
  autoTagging: AutoTaggingView;
}

export interface ApiKeyView {
  /** Empty when the key reaches all organizations of its user. */
  organizations: OrganizationOfKeyView[];
  createdAt: string;
  updatedAt: string;

  /** The first characters of the token. */
  prefix: string;
  userId: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  allOrganizations: boolean;
  id: string;
  name: string;
  permissions: Permission[];
}

export interface ApiKeysResponse {
  apiKeys: ApiKeyView[];
}

export interface ArchiveNumberBody {
  /** 1 to 999,999,999, which no other document of the organization has; null takes the number away. */
  archiveNumber: number | null;
}

/** A file in the file of a document: an attachment of a mail, a member of an archive, a file that is embedded in a PDF. */
export interface AttachmentNameView {
  /** With the folders that it has in an archive. */
  name: string;

  /** The names of the files that it is in, the outermost first; empty when it is in the file of the document itself. */
  path: string[];
}

export interface AttachmentView {
  /** With the folders that it has in an archive; cleaned of what is not visible, at most 255 characters. */
  name: string;

  /** The names of the files that it is in, the outermost first; empty when it is in the file of the document itself. */
  path: string[];

  /** Media type; null when it is not known. */
  type: string | null;

  /** Bytes; null when it was not unpacked. */
  size: number | null;

  /** The outcome, as for documents. `too-many`, `too-deep`: it was not read, because of the limits of one document. */
  outcome: string;

  /** Why it has no text, or what its text lacks, in one sentence. */
  reason: string | null;

  /** The page of the content of the document where its text begins, counted from 1; null when it has no text, and when a person has written a content with more or fewer pages. */
  firstPage: number | null;

  /** Pages of its text. */
  pagesCount: number;
}

export interface AttachmentsView {
  /** In their order, at most 1,000; each is followed by those in it. */
  attachments: AttachmentView[];
}

export interface AttemptView {
  /** Counts from 1. */
  number: number;
  startedAt: string;
  durationMs: number;
  responseStatus: number | null;

  /** The first 4 KB. */
  responseBody: string | null;
  isResponseCut: boolean;

  /** Why there was no response. */
  error: string | null;
}

export interface AuditActorView {
  /** `visitor`: a person without an account, by a share link or file request. `anonymous`: no user was signed in. */
  type: 'user' | 'api-key' | 'system' | 'visitor' | 'anonymous';
  userId: string | null;

  /** The name and e-mail address that the user has now; null when the account does not exist any more. */
  name: string | null;
  email: string | null;
  apiKeyId: string | null;
}

export interface AuditEntriesResponse {
  /** Newest first. */
  entries: AuditEntryView[];

  /** For `before` of the next request; null when there are no earlier entries. */
  next: string | null;
}

export interface AuditEntryView {
  id: string;
  createdAt: string;

  /** The place in its log, counted from 1 without gaps; null until the entry is sealed. */
  sequence: number | null;
  action: string;

  /** What happened, in one English sentence. */
  description: string;
  actor: AuditActorView;

  /** The address that the request came from; null for what the server did by itself. */
  address: string | null;
  userAgent: string | null;

  /** The organization in whose log the entry is; null for the log of the installation. */
  organizationId: string | null;
  target: AuditTargetView | null;
  details: Record<string, unknown>;

  /** SHA-256 over the entry and the hash of the one before; null until the entry is sealed. */
  hash: string | null;
}

export interface AuditProblemView {
  /** The first entry that is wrong. */
  sequence: number;
  kind: ProblemKind;
  message: string;
}

export interface AuditTargetView {
  type: string;
  id: string;

  /** The name at that time. */
  name: string | null;
}

export interface AuditVerificationView {
  /** `checking` while a check runs, and before the first one. */
  state: 'broken' | 'checking' | 'ok';
  checkedEntries: number;

  /** The last entry that was checked. */
  lastSequence: number;

  /** The hash of that entry. Keep it elsewhere: with it, a log that was rewritten as a whole is noticed, too. */
  headHash: string | null;
  problem: AuditProblemView | null;

  /** When the last check ended; null before the first one. */
  checkedAt: string | null;
}

/** How the routes under `/api/auth` tell an error. */
export interface AuthError {
  code?: string;
  message?: string;
}

export interface AuthProvidersView {
  email: SwitchView;
  github: SwitchView;
  google: SwitchView;

  /** Sign-in providers besides those. */
  customs: CustomProviderView[];
}

export interface AuthSession {
  id: string;
  token: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ipAddress?: string | null;
  userAgent?: string | null;
}

export interface AuthSettingsView {
  isEmailVerificationRequired: boolean;
  isPasswordResetEnabled: boolean;
  isRegistrationEnabled: boolean;
  showLegalLinksOnAuthPage: boolean;

  /** Codes of an authenticator app after the password. */
  secondFactor: SwitchView;

  /** Whether passkeys can be added and used here. */
  passkeys: SwitchView;
  providers: AuthProvidersView;
}

export interface AuthUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image?: string | null;
  createdAt: string;
  updatedAt: string;
  twoFactorEnabled?: boolean;
}

export interface AutoTaggingChanges {
  isEnabled?: boolean;

  /** Whether automatic tagging may create tags. */
  canCreateNewTags?: boolean;

  /** Most tags given to one document, 1 to 100. */
  maxTags?: number;

  /** Whether a date and a name may be suggested, which a person accepts or dismisses. */
  canSuggestDetails?: boolean;

  /** Whether values of custom properties may be suggested, which a person accepts or dismisses. */
  canSuggestProperties?: boolean;
}

export interface AutoTaggingUsageView {
  /** The last twelve months, the latest first; months without a request are missing. */
  usage: MonthlyUsageView[];

  /** Null: no limit. */
  maxRequestsPerMonth: number | null;

  /** True: documents get no suggestions until the next month. */
  isLimitReached: boolean;
}

export interface AutoTaggingView {
  isEnabled: boolean;
  canCreateNewTags: boolean;
  maxTags: number;

  /** Whether a date and a name may be suggested, which a person accepts or dismisses. */
  canSuggestDetails: boolean;

  /** Whether values of custom properties may be suggested, which a person accepts or dismisses. */
  canSuggestProperties: boolean;
}

/** A backup that was made, or a test restore. */
export interface BackupRunView {
  id: string;

  /** `create` or `test` */
  kind: 'create' | 'test';

  /** `skipped`: a test restore was not possible here; `interrupted`: its process ended. */
  state: 'failed' | 'running' | 'skipped' | 'succeeded' | 'interrupted';
  startedAt: string;
  finishedAt: string | null;

  /** As `npm run cli -- backup list` shows it; null where there is none. */
  backupId: string | null;

  /** The files of the archive in the backup. */
  filesCount: number | null;
  bytes: number | null;

  /** How far it is, or what went wrong. */
  message: string | null;
  remedy: string | null;
}

export interface BackupsView {
  /** Null when the server makes no backups. */
  folder: string | null;

  /** A cron expression, in the time zone of the server. */
  schedule: string;
  nextBackupAt: string | null;

  /** A cron expression, in the time zone of the server. */
  testSchedule: string;
  nextTestAt: string | null;

  /** The latest first. */
  runs: BackupRunView[];
}

export interface BatchBody {
  filter: BatchFilter;
}

export interface BatchDateBody {
  /** Any date that can be read, of the years 1 to 9999, in UTC unless it names its zone; or null to take it away. */
  documentDate: string | null;
  filter: BatchFilter;
}

/** Which documents are meant: exactly one of the two. */
export interface BatchFilter {
  /** 1 to 1000 ids. */
  documentIds?: string[];

  /** A search, at most 1024 characters; empty means all active documents, and for a restore all in the trash. */
  query?: string;

  /** The zone in which the days of `created:` begin in `query`: an IANA name; without it, that of the server. */
  timeZone?: string;
}

export interface BatchInboxBody {
  /** False confirms the documents, which leave the inbox; true puts them back. */
  isInInbox: boolean;
  filter: BatchFilter;
}

export interface BatchPropertiesBody {
  /** At most 50 values; each property once, and none that is in `clear`. */
  set?: PropertyToSet[];

  /** At most 50 properties whose values are removed. At least one property must be given in all. */
  clear?: string[];
  filter: BatchFilter;
}

export interface BatchTagsBody {
  /** At most 50 tags to add; none of them may be among those to take off. */
  addTagIds?: string[];

  /** At most 50 tags to take off. At least one tag must be given in all. */
  removeTagIds?: string[];
  filter: BatchFilter;
}

export interface ChangeBody {
  kind: 'property' | 'documentDate' | 'name';

  /** Required for the kind `property`. */
  propertyDefinitionId?: string;

  /** Of a property: as in a request that sets it. Of `documentDate`: a day such as `2026-01-31`, or `upload-date`. Of `name`: 1 to 255 characters with `{name}`, `{date}`, `{year}`, `{month}` and `{day}`; the extension stays. */
  value: string | number | boolean | string[];
}

export interface ChangeView {
  kind: 'documentDate' | 'name' | 'property';

  /** For the kind `property`; the property may have been deleted, and then the change is left out. */
  propertyDefinitionId: string | null;
  value: string | number | boolean | string[];
}

/** Without the documents that were so already. */
export interface ChangedDocumentsView {
  changedDocumentIds: string[];
  changedCount: number;
}

export interface CodeSettingsBody {
  /** Whether codes are looked for. Null: as the server does; it has no effect while the server has turned it off. */
  isEnabled?: boolean | null;

  /** What precedes the number on a label, at most 32 characters. Empty: labels give no number; null: as the server does. */
  archiveNumberPrefix?: string | null;

  /** What precedes the name of a tag, such as `TAG:`, at most 32 characters. Empty or null: codes give no tags. */
  tagPrefix?: string | null;

  /** Whether a tag that does not exist is created. Null: it is not. */
  canCreateTags?: boolean | null;

  /** Whether stacks are split at sheets with a separator. Null: they are not. */
  canSplit?: boolean | null;

  /** What the text of a code on a sheet between two documents begins with, in any case: at most 10 texts of 32 printable characters. Null: `PATCHT`. */
  separators?: string[] | null;

  /** Whether such a sheet becomes the first page of what follows it. Null: it is left out. */
  keepsSeparators?: boolean | null;

  /** Whether a page with another archive number begins a document, too. Null: it does not. */
  splitsAtArchiveNumbers?: boolean | null;

  /** Whether a document that was split stays. Null: it goes to the trash. */
  keepsSplitDocuments?: boolean | null;
}

export interface CodeSettingsView {
  /** Whether codes are looked for on new documents. */
  isEnabled: boolean;

  /** What precedes the number on a label; empty: labels give no number. */
  archiveNumberPrefix: string;

  /** What precedes the name of a tag; empty: codes give no tags. */
  tagPrefix: string;

  /** Whether a tag that does not exist is created. */
  canCreateTags: boolean;

  /** Whether stacks are split at sheets with a separator. */
  canSplit: boolean;

  /** What the text of a code on such a sheet begins with. */
  separators: string[];

  /** Whether such a sheet becomes the first page of what follows it. */
  keepsSeparators: boolean;

  /** Whether a page with another archive number begins a document, too. */
  splitsAtArchiveNumbers: boolean;

  /** Whether a document that was split stays; without it, it goes to the trash. */
  keepsSplitDocuments: boolean;
}

export interface ConditionBody {
  /** `type` is the media type, `size` the number of bytes, `source` how the document came in. */
  field: 'name' | 'content' | 'source' | 'type' | 'size' | 'documentDate' | 'property';

  /** Texts take the first eight, choices the first two, numbers `equal`, `greater_than`, `less_than` and `between`, dates `equal`, `before`, `after`, `between`, `in_last_days` and `in_next_days`; properties and `documentDate` also `is_set` and `is_not_set`. */
  operator:
    | 'equal'
    | 'not_equal'
    | 'contains'
    | 'not_contains'
    | 'starts_with'
    | 'ends_with'
    | 'matches'
    | 'not_matches'
    | 'greater_than'
    | 'less_than'
    | 'before'
    | 'after'
    | 'between'
    | 'in_last_days'
    | 'in_next_days'
    | 'is_set'
    | 'is_not_set';

  /** 1 to 256 characters; texts are compared in lower case as a whole. A number, a day such as `2026-01-31` in UTC, `true` or `false`, or the id of an option, member or document. Of `between`: both ends, which belong to the range, such as `10..20` or `2026-01-01..2026-03-31`. Of `in_last_days` and `in_next_days`: a number of days, with today. Of `matches` and `not_matches`: a regular expression in the syntax of RE2, without regard to case, where `^` and `$` are the ends of lines; it looks at the first 500,000 characters of a text. Not used by `is_set` and `is_not_set`. */
  value?: string;

  /** Required for the field `property`. */
  propertyDefinitionId?: string;
}

export interface ConditionView {
  id: string;
  createdAt: string;
  updatedAt: string;
  taggingRuleId: string;
  field: 'documentDate' | 'name' | 'size' | 'property' | 'source' | 'type' | 'content';
  operator:
    | 'equal'
    | 'not_equal'
    | 'contains'
    | 'not_contains'
    | 'starts_with'
    | 'ends_with'
    | 'matches'
    | 'not_matches'
    | 'greater_than'
    | 'less_than'
    | 'before'
    | 'after'
    | 'between'
    | 'in_last_days'
    | 'in_next_days'
    | 'is_set'
    | 'is_not_set';

  /** Empty for `is_set` and `is_not_set`. */
  value: string;

  /** For the field `property`; the property may have been deleted, and then the rule matches nothing. */
  propertyDefinitionId: string | null;
  isCaseSensitive: boolean;
}

export interface ConfigResponse {
  config: PublicConfigView;
}

export interface ConfigurationResponse {
  settings: SettingView[];
}

export interface CountedOptionView {
  /** Active documents that have it. */
  documentsCount: number;
  id: string;
  createdAt: string;
  updatedAt: string;
  propertyDefinitionId: string;
  name: string;

  /** The letters and digits of the name in lower case, for searches. */
  key: string;
  displayOrder: number;
}

export interface CreateApiKeyBody {
  name: string;

  /** What the key may do; at least one. */
  permissions: Permission[];

  /** ISO 8601, in the future. Without it the key never expires. */
  expiresAt?: string | null;

  /** Whether the key reaches all organizations of its user, also later ones. Default: yes without `organizationIds`. */
  allOrganizations?: boolean;

  /** The organizations that the key reaches. */
  organizationIds?: string[];
}

export interface CreateCustomPropertyBody {
  type: 'text' | 'number' | 'date' | 'boolean' | 'select' | 'multi_select' | 'user_relation' | 'document_relation';

  /** 1 to 255 characters, one of them a letter or digit. Unique in the organization, whatever the case and punctuation. */
  name: string;

  /** At most 1000 characters. */
  description?: string;

  /** Properties with smaller numbers come first; 0 if it is missing. */
  displayOrder?: number;

  /** 1 to 500 options of a property of the type `select` or `multi_select`, in this order; 5000 in the organization. */
  options?: NewOptionBody[];
}

export interface CreateFileRequestBody {
  /** What is wanted, for visitors and members: 1 to 120 characters. */
  title: string;

  /** Visitors must give it, 1 to 256 characters. No response contains it. */
  password?: string;

  /** What visitors read below the title, at most 2000 characters; an empty text or null takes it away. */
  message?: string | null;

  /** Given to every document that comes in. A key needs tags:read and documents:update, too. */
  tagIds?: string[];

  /** From then on no file is taken: date and time with seconds and zone, or null for no end. */
  expiresAt?: string | null;

  /** How many files are taken in all; null for no limit. */
  maxFiles?: number | null;

  /** Bytes of the largest file; null for the limit of the server, which holds in any case. */
  maxFileBytes?: number | null;
}

export interface CreatePlanEntitlementBody {
  type: 'selfhst-premium';
  expiresAt?: string;
}

export interface CreateShareLinkBody {
  /** When the link stops working: date and time with seconds and zone, or null for never. */
  expiresAt?: string | null;

  /** 1 to 256 characters. No response contains it. */
  password?: string;

  /** After how many downloads the link stops working; null for never. */
  maxDownloads?: number | null;
}

export interface CreateTagBody {
  /** 1 to 64 characters, unique in the organization whatever the case, the white space and the form of Unicode. */
  name: string;

  /** `#RRGGBB` */
  color: string;

  /** At most 256 characters. */
  description?: string;

  /** The tag above it: a search for that one finds the documents of this one, too. Tags have at most 5 levels. */
  parentId?: string;
}

export interface CreateWebhookBody {
  /** 1 to 128 characters. */
  name: string;

  /** An http or https URL without user name and password, of at most 2048 characters. */
  url: string;

  /** 1 to 256 characters. Deliveries are signed with it; no response contains it. */
  secret?: string;
  enabled?: boolean;

  /** At least one; duplicates are dropped. */
  events: (
    | 'document:created'
    | 'document:deleted'
    | 'document:updated'
    | 'document:tag:added'
    | 'document:tag:removed'
    | 'document:property:changed'
    | 'document:restored'
    | 'document:purged'
    | 'document:content:extracted'
    | 'document:rule-matched'
    | 'tag:created'
    | 'tag:updated'
    | 'tag:deleted'
    | 'custom-property:created'
    | 'custom-property:updated'
    | 'custom-property:deleted'
    | 'document-view:created'
    | 'document-view:updated'
    | 'document-view:deleted'
    | 'agenda:due'
    | 'reminder:created'
    | 'reminder:updated'
    | 'reminder:deleted'
    | 'organization:updated'
    | 'organization:deleted'
    | 'organization:restored'
    | 'organization:ownership-transferred'
    | 'member:added'
    | 'member:role-changed'
    | 'member:removed'
  )[];
}

export interface CreatedApiKeyResponse {
  apiKey: CreatedApiKeyView;

  /** Shown this once. */
  token: string;
}

export interface CreatedApiKeyView {
  createdAt: string;
  updatedAt: string;

  /** The first characters of the token. */
  prefix: string;
  userId: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  allOrganizations: boolean;
  id: string;
  name: string;
  permissions: Permission[];
}

export interface CurrentApiKeyResponse {
  apiKey: CurrentApiKeyView;
}

export interface CurrentApiKeyView {
  id: string;
  name: string;
  permissions: Permission[];
}

export interface CurrentSession {
  session: AuthSession;
  user: AuthUser;
}

export interface CurrentUserResponse {
  user: CurrentUserView;
}

export interface CurrentUserView {
  permissions: string[];
  id: string;
  email: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  twoFactorEnabled: boolean;
}

export interface CustomPropertyOptionView {
  id: string;
  createdAt: string;
  updatedAt: string;
  propertyDefinitionId: string;
  name: string;

  /** The letters and digits of the name in lower case, for searches. */
  key: string;
  displayOrder: number;
}

export interface CustomPropertyOrderBody {
  /** At most 10000 custom properties, each once: they come first, in this order. */
  propertyDefinitionIds: string[];
}

export interface CustomPropertyView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  name: string;

  /** The letters and digits of the name in lower case: the name of the property in searches. */
  key: string;
  description: string | null;
  type: 'number' | 'boolean' | 'text' | 'date' | 'select' | 'multi_select' | 'user_relation' | 'document_relation';
  config: null;
  displayOrder: number;

  /** What the server itself knows about the property; null for most. */
  role:
    | 'correspondent'
    | 'document_type'
    | 'amount'
    | 'currency'
    | 'due_date'
    | 'iban'
    | 'invoice_number'
    | 'customer_number'
    | null;

  /** Whether the pages leave it out. */
  hidden: boolean;

  /** Empty for types without options. */
  options: CustomPropertyOptionView[];
}

export interface CustomProviderView {
  providerId: string;
  providerName: string;
  providerIconUrl?: string;
}

/** A stored file that is not what was stored. */
export interface DamagedFileView {
  storageKey: string;

  /** The storage plugin that has it. */
  plugin: string;
  problem: 'missing' | 'size' | 'hash' | 'unreadable';
  foundAt: string;

  /** When it was last seen to be damaged. */
  seenAt: string;

  /** Null for a preview, an archive or a part of an upload; so are the other two. Its name is for members only. */
  documentId: string | null;
  organizationId: string | null;
  organizationName: string | null;
}

export interface DamagedFilesPage {
  /** What was found first, first. */
  damagedFiles: DamagedFileView[];
  totalCount: number;
  pageIndex: number;
  pageSize: number;
  check: FilesCheckView;
}

/** How the date was found in the document. */
export interface DateFindingView {
  /** `mail`: the date of a mail, in its header. */
  foundIn: 'text' | 'name' | 'mail';

  /** The line of the text, from 1; null when it was found in the name of the file. */
  line: number | null;

  /** The line, or its part around the date. */
  excerpt: string;

  /** How sure the date is, from 0 to 1. */
  confidence: number;
}

export interface DeletedOrganizationsView {
  deletedOrganizationsPurgeDaysDelay: number;
}

export interface DeliveriesResponse {
  /** Newest first. */
  deliveries: DeliveryView[];
  hasMore: boolean;
}

export interface DeliveryDetailsView {
  /** When the event happened: `timestamp` of the body. */
  occurredAt: string;

  /** The facts of the event. The text of a document is read when the delivery is sent, and not kept here. */
  payload: Record<string, unknown>;

  /** In their order. */
  attempts: AttemptView[];
  id: string;
  createdAt: string;

  /** `document:created` … or `webhook:ping`. */
  event: string;

  /** Null for a test message. */
  eventId: string | null;

  /** The header `webhook-id`: the same in every attempt and replay. */
  messageId: string;
  status: DeliveryStatus;
  attemptsCount: number;
  nextAttemptAt: string | null;
  finishedAt: string | null;

  /** The delivery that this one repeats. */
  replayOf: string | null;

  /** Null when the last attempt had no response. */
  lastResponseStatus: number | null;
  lastError: string | null;
}

export interface DeliveryResponse {
  delivery: DeliveryDetailsView;
}

export type DeliveryStatus = 'cancelled' | 'pending' | 'failed' | 'succeeded';

export interface DeliveryView {
  id: string;
  createdAt: string;

  /** `document:created` … or `webhook:ping`. */
  event: string;

  /** Null for a test message. */
  eventId: string | null;

  /** The header `webhook-id`: the same in every attempt and replay. */
  messageId: string;
  status: DeliveryStatus;
  attemptsCount: number;
  nextAttemptAt: string | null;
  finishedAt: string | null;

  /** The delivery that this one repeats. */
  replayOf: string | null;

  /** Null when the last attempt had no response. */
  lastResponseStatus: number | null;
  lastError: string | null;
}

/** A zip archive of documents. */
export interface DocumentArchiveView {
  id: string;

  /** Active documents when it was requested. */
  documentsCount: number;

  /** Bytes of these documents; the archive has a little more. */
  size: number;
  expiresAt: string;

  /** Where it is downloaded, below the address of the server. */
  url: string;
}

export interface DocumentCodeView {
  /** Counted from 1. */
  page: number;

  /** `PatchCode`: the bars on a Patch-T sheet; its text is `PATCHT`. */
  format: 'Code128' | 'DataMatrix' | 'PatchCode' | 'QRCode';

  /** On one line, of at most 500 characters. */
  text: string;

  /** The text of the code is longer. */
  isCut: boolean;

  /** Null when it is no label with an archive number. */
  archiveNumber: NumberOnLabelView | null;

  /** Null when it names no tag. */
  tag: TagOnCodeView | null;

  /** The page is a sheet between two documents. */
  isSeparator: boolean;
}

export interface DocumentCodesView {
  /** Null while no codes were looked for. */
  readAt: string | null;

  /** `read`, or why no page was looked at: `corrupt`, `encrypted`, `unsupported`, `too-large`, `timeout`, `crashed`. */
  outcome: string | null;

  /** One sentence about it. */
  reason: string | null;

  /** Pages that were looked at, from the first one. */
  pages: number | null;

  /** Those of them that could not be read. */
  unreadPages: number;

  /** Pages of the file; null when it is not known. */
  pagesCount: number | null;

  /** In the order of the pages; the same text is listed once on each page. */
  codes: DocumentCodeView[];
}

export interface DocumentDatesSettingsChanges {
  /** Null: as the server does. It has no effect while the server has turned detection off. */
  dateDetection?: 'auto' | 'day-first' | 'month-first' | 'year-first' | 'off';

  /** Whether new documents are in the inbox until a person confirms them; null: as the server does. */
  isInboxEnabled?: boolean | null;

  /** Null: as the server does. It has no effect while the server has turned it off. */
  learnedFiling?: 'off' | 'suggest' | 'set';
}

export interface DocumentDatesSettingsView {
  /** How dates are found in documents without one, as the organization or the server has set it. */
  dateDetection: 'auto' | 'day-first' | 'month-first' | 'year-first' | 'off';

  /** Whether new documents are in the inbox until a person confirms them, as the organization or the server has set it. */
  isInboxEnabled: boolean;

  /** Whether labels that were learned are suggested or set, as the organization or the server has set it. */
  learnedFiling: 'off' | 'suggest' | 'set';
}

export interface DocumentHoldResponse {
  /** Null when the document itself is not held; the organization may be. */
  hold: LegalHoldView | null;
}

/** A legal hold on a document, or on everything in its organization. */
export interface DocumentHoldView {
  id: string;
  scope: 'document' | 'organization';
  setAt: string;
}

export interface DocumentPasswordBody {
  /** 1 to 256 characters. */
  password: string;

  /** True: it is stored encrypted for later readings, if it opens the file. False: it is removed after this reading. */
  keep: boolean;
}

export interface DocumentPasswordView {
  /** Begins with `dpw_`. */
  id: string;
  name: string;

  /** Date and time in UTC. */
  createdAt: string;
}

export interface DocumentPropertyView {
  key: string;
  name: string;
  type: 'number' | 'boolean' | 'text' | 'date' | 'select' | 'multi_select' | 'user_relation' | 'document_relation';
  displayOrder: number;

  /** Null without a value. */
  value:
    | string
    | number
    | boolean
    | PropertyOptionView
    | PropertyDocumentView[]
    | PropertyOptionView[]
    | PropertyUserView[]
    | null;
}

export interface DocumentSettingsView {
  deletedDocumentsRetentionDays: number;

  /** Media types of files that `GET …/documents/:documentId/rendition` shows as pages. */
  renderedTypes: string[];
}

/** Numbers and sizes of documents; sizes in bytes. */
export interface DocumentStatisticsView {
  /** Not in the trash. */
  documentsCount: number;
  documentsSize: number;
  deletedDocumentsCount: number;
  deletedDocumentsSize: number;
  totalDocumentsCount: number;
  totalDocumentsSize: number;
}

export interface DocumentSuggestionView {
  kind: 'documentDate' | 'name' | 'property' | 'tag' | 'option';

  /** A name, a date as `YYYY-MM-DD`, the name of a tag or an option, `true` or `false`; several options with `, `. */
  value: string;

  /** The id of the plugin that suggests it; `learned` for tags and options. */
  provider: string;

  /** Of the tag, the option or the property: what the routes that accept and dismiss take as `kind`. Null for a date and a name. */
  labelId: string | null;

  /** The name of the property that the option or the value is of. */
  propertyName: string | null;

  /** The type of the property of a value; null for other kinds. */
  valueType: 'number' | 'boolean' | 'text' | 'date' | 'select' | 'multi_select' | null;

  /** Names of options in the value that do not exist yet: they are created when it is accepted. */
  newOptions: string[];

  /** The words that decided, as they are written in the document; only of what was learned. */
  words: string[];
  createdAt: string;
}

export interface DocumentTagView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  name: string;
  normalizedName: string;
  color: string;
  description: string | null;
}

export interface DocumentView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  createdBy: string | null;

  /** File name at upload. */
  originalName: string;

  /** Bytes. */
  originalSize: number;
  originalSha256Hash: string;
  name: string;

  /** The type that the uploader declared; for `application/octet-stream` the detected one, once the file was read. */
  mimeType: string;

  /** The text of the document; left out in lists. */
  content?: string;

  /** False: the text has more different words than the search index keeps of one document, and words that first appear near its end do not find it. */
  isContentFullyIndexed: boolean;
  documentDate: string | null;

  /** Null when someone has set the date, and when there is none. */
  documentDateFinding: DateFindingView | null;
  notes: string | null;

  /** It waits until a person confirms it; only where the organization has an inbox. */
  isInInbox: boolean;
  deletedAt: string | null;
  deletedBy: string | null;
  isDeleted: boolean;
  extraction: ExtractionView;

  /** Left out in the response to a change. */
  preview?: PreviewView;

  /** Null when nothing is wrong with the stored file; only in the details of one document. */
  fileDamage?: FileDamageView | null;

  /** The number under which its paper is filed, null without one; only in the details of one document. */
  archiveNumber?: number | null;

  /** The legal holds that keep it from being removed permanently, its own first; only in the details of one document. */
  holds?: DocumentHoldView[];

  /** The retention rule that locks its file; null when none does; only in the details of one document. */
  retentionLock?: RetentionLockView | null;
  tags?: DocumentTagView[];

  /** Every custom property of the organization in display order; only where documents are shown with details. */
  customProperties?: DocumentPropertyView[];

  /** With `highlight=true`: the name, then parts of the content, best first, then the notes, where they match. */
  highlights?: HighlightView[];
}

/** What is missing in an update stays as it is. */
export interface DocumentViewBody {
  /** 1 to 255 characters; unique among the shared views, or among the private ones of their user. */
  name: string;

  /** A search as a user types it, at most 1024 characters; it is not checked. */
  query: string;

  /** At most 256 characters. */
  description?: string;

  /** The view that this one is below; null for the top. Views can be nested 10 deep. */
  parentId?: string | null;

  /** The place among the views with the same parent, from 0; a large number means the last one, as does a new parent. */
  position?: number;
  isPinned?: boolean;

  /** True: all members see it. False: only its creator, and only the creator can set that. */
  isShared?: boolean;
  sortField?: 'createdAt' | 'documentDate' | 'name' | 'relevance' | 'size' | 'updatedAt';
  sortOrder?: 'asc' | 'desc';

  /** The columns that a client shows, in its own words: at most 50, each of 1 to 100 characters. */
  columns?: string[] | null;
  layout?: 'list' | 'cards';
}

export interface DocumentViewResponse {
  documentView: DocumentViewView;
}

export interface DocumentViewView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  query: string;
  description: string | null;

  /** Null at the top. */
  parentId: string | null;

  /** Counts from 0 among the views with the same parent that the caller sees. Changes without a new `updatedAt`. */
  position: number;
  isPinned: boolean;

  /** False: only its creator sees it. */
  isShared: boolean;
  sortField: 'createdAt' | 'documentDate' | 'name' | 'relevance' | 'size' | 'updatedAt' | null;
  sortOrder: 'asc' | 'desc' | null;
  columns: string[] | null;
  layout: 'list' | 'cards' | null;
}

export interface DocumentsView {
  documents: DocumentView[];

  /** All that match, not only those of the page. */
  documentsCount: number;
}

export interface DueDocumentView {
  id: string;
  name: string;

  /** The calendar day on which its time was over, `2026-01-31`. */
  keepUntil: string;
}

export interface EditPagesBody {
  /** The pages of the new version in their order, 1 to 5,000. Pages that are missing here are left out. */
  pages: EditedPageBody[];

  /** The file in which the pages were chosen, as `originalSha256Hash` of the document. With it, the request is refused when the document has another file by now. */
  sha256?: string;
}

export interface EditedPageBody {
  /** A page of the file that the document has, counted from 1. */
  page: number;

  /** Degrees clockwise by which it is turned, in addition to the rotation that it has. */
  rotate?: 0 | 90 | 180 | 270;
}

export interface ErrorBody {
  /** For programs; one of `x-error-codes` of the response. */
  code: string;

  /** For people. */
  message: string;

  /** The fields of the request that are wrong. */
  details?: ErrorDetail[];

  /** Of `document.already_exists`: the document with the same content. */
  documentId?: string;

  /** Of `document.on_hold` and `organization.on_hold`: the hold. */
  legalHoldId?: string;

  /** Of `document.retention_locked` and `organization.retention_locked`: the rule. */
  retentionRuleId?: string;

  /** Of these and `retention_rules.locks`: the first calendar day without a lock, `2026-01-31`. */
  until?: string;

  /** Of `document.already_exists`: its name. */
  documentName?: string;

  /** Of a wrong password of a link: how many more may be tried, in digits. */
  attemptsLeft?: string;
}

export interface ErrorDetail {
  /** The field, as `conditions.0.value`; null for the whole. */
  path: string | null;
  message: string;
}

export interface ErrorResponse {
  error: ErrorBody;
}

export interface EventActorView {
  /** `system` is the server itself, or a plugin. */
  type: 'api-key' | 'system' | 'session';
  userId: string | null;
  apiKeyId: string | null;

  /** Why the server acted on its own; `plugin:<id>` for a change by a plugin. */
  reason: string | null;
}

export interface EventView {
  /** The place of the event in the log of its organization, for `after` and `Last-Event-ID`. */
  cursor: string;

  /** The same in every place that shows this event. */
  id: string;

  /** `document:created` and others, as in the list of events. */
  type: string;
  timestamp: string;

  /** The fields that the list of events has for this type. */
  data: Record<string, unknown>;

  /** Null for events recorded before actors were kept. */
  actor: EventActorView | null;

  /** The request that caused the event; null for background work. */
  requestId: string | null;
}

export interface EventsResponse {
  /** In the order in which the changes were committed. */
  events: EventView[];

  /** For `after` of the next request. */
  nextCursor: string;

  /** True when there are later events. A page can be empty all the same when few events have the requested names. */
  hasMore: boolean;
}

/** Pages, or other units of the plugin. */
export interface ExtractionProgressView {
  done: number;

  /** Null when it is not known. */
  total: number | null;
}

/** How reading the file went. */
export interface ExtractionView {
  status: 'pending' | 'completed' | 'running' | 'waiting';

  /** `text`, `empty`, `encrypted`, `corrupt`, `unsupported`, `too-large`, `timeout`, `crashed` …; null until completed. */
  outcome: string | null;

  /** Why there is no text, or what it waits for, in one sentence. */
  reason: string | null;

  /** The plugin that read it. */
  provider: string | null;

  /** While it is `waiting` because a service is away: when the service is asked again. */
  nextAttemptAt: string | null;

  /** While it is `running`, if the plugin reports it. Changes without a new `updatedAt`. */
  progress: ExtractionProgressView | null;
}

export interface FacetsView {
  tags: TagFacetView[];
  types: TypeFacetView[];
  years: YearFacetView[];
  properties: PropertyFacetView[];
}

export interface FiguresOfDayView {
  /** `2026-11-22`, in UTC. */
  date: string;
  users: number;
  organizations: number;

  /** Documents and bytes at the end of the day, those in the trash included; of today, those there are now. */
  documents: number;
  bytes: number;
}

/** The stored file is not what was uploaded any more; the administrator of the server has to restore it. */
export interface FileDamageView {
  /** `missing`; `size`: it is shorter or longer; `hash`: its bytes are others; `unreadable`: reading it fails. Downloads are refused or break off. */
  problem: 'missing' | 'size' | 'hash' | 'unreadable';
  foundAt: string;

  /** When it was last seen to be damaged. */
  seenAt: string;
}

export interface FileRequestResponse {
  fileRequest: FileRequestView;
}

export interface FileRequestView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  title: string;
  message: string | null;
  tagIds: string[];

  /** The secret part of the address. */
  token: string;

  /** The page on which visitors hand in files. */
  url: string;
  expiresAt: string | null;
  isEnabled: boolean;
  isPasswordProtected: boolean;
  maxFiles: number | null;
  maxFileBytes: number | null;
  filesCount: number;
  lastReceivedAt: string | null;
}

/** The check of all files, which reads them and compares them with what was stored. */
export interface FilesCheckView {
  isEnabled: boolean;

  /** Checked in this round. */
  filesCount: number;

  /** Checked in this round. */
  bytes: number;

  /** In all storages. */
  totalFilesCount: number;

  /** When this round began; null before the first one. */
  startedAt: string | null;

  /** Null while files are left to check. */
  finishedAt: string | null;
}

export interface FollowUpBody {
  /** `notify`: a mail to members, with all documents that the rule matches within a minute. `webhook`: the event `document:rule-matched`. `share-link`: a share link without a password, which needs the permission `documents:update`. Each at most once. */
  kind: 'notify' | 'webhook' | 'share-link';

  /** Of `notify`: all members with this role or a higher one, unless there are `userIds`. */
  role?: 'owner' | 'admin' | 'member' | 'viewer';

  /** Of `notify`: 1 to 50 members. */
  userIds?: string[];

  /** Required for `share-link`: 1 to 365. */
  expiresInDays?: number;
}

export interface FollowUpView {
  kind: 'notify' | 'webhook' | 'share-link';

  /** Of `notify`, unless there are `userIds`. */
  role: 'owner' | 'admin' | 'member' | 'viewer' | null;

  /** Of `notify`; users who have left the organization get no mail. */
  userIds: string[] | null;

  /** Of `share-link`. */
  expiresInDays: number | null;
}

export interface HandedInFileView {
  name: string;

  /** Bytes. */
  size: number;
}

export interface HealthCheckView {
  /** `database`, `free space`, `migrations`, `queues`, `search`, `storage` or `workers`. */
  name: string;

  /** `ok`, `warning`, `problem`, or `skipped` for what could not be judged. */
  status: string;
  message: string;

  /** What to do about a problem or warning. */
  remedy: string | null;

  /** Whether this process is not ready while it is a problem. */
  isRequired: boolean;
}

export interface HealthView {
  isDatabaseHealthy: boolean;

  /** Whether this process is ready, see `GET /api/health/ready`. */
  isEverythingOk: boolean;

  /** `ok` or `error` */
  status: string;
}

/** A piece of a text. */
export interface HighlightPartView {
  /** Plain text, never HTML. */
  text: string;
  isMatch: boolean;
}

/** A part of a document with words of the query. */
export interface HighlightView {
  field: 'name' | 'content' | 'notes';

  /** The page, sheet or slide of the file, counted from 1; null when it is not known. */
  page: number | null;

  /** The file in the file of the document that it is of; null when it is of the file itself. */
  attachment: AttachmentNameView | null;

  /** Joined, they are a part of the text as it is stored. */
  parts: HighlightPartView[];
}

export interface HitView {
  /** Counted from 1; null when the text has no pages. */
  page: number | null;

  /** Offset into the content of the document, in UTF-16 units. */
  start: number;

  /** UTF-16 units. */
  length: number;

  /** Left, top, width and height of each word, 0 to 1 of the page; empty when it is not known where they are. */
  boxes: number[][];

  /** The file in the file of the document that it is in; null when it is in the file itself. */
  attachment: AttachmentNameView | null;
}

export interface HitsView {
  /** In the order of the text, at most 1,000. */
  hits: HitView[];

  /** False: there are more, or the text was too long to be searched to its end. */
  isComplete: boolean;
}

export interface HoldReasonBody {
  /** Why: 1 to 500 characters. The audit log keeps it. */
  reason: string;
}

export interface InstallationFiguresView {
  usersCount: number;

  /** Signed in, or used an API key, within 30 days. */
  activeUsersCount: number;
  disabledUsersCount: number;
  organizationsCount: number;

  /** Not in the trash. Sizes are in bytes. */
  documentsCount: number;
  documentsSize: number;
  deletedDocumentsCount: number;
  deletedDocumentsSize: number;
}

export interface InstanceHealthView {
  isReady: boolean;
  checks: HealthCheckView[];
}

export interface IntakeEmailResponse {
  intakeEmail: IntakeEmailView;
}

export interface IntakeEmailView {
  id: string;
  createdAt: string;
  updatedAt: string;
  emailAddress: string;
  organizationId: string;

  /** Senders whose files are taken; empty: none are. */
  allowedOrigins: string[];
  isEnabled: boolean;

  /** Whether the mail itself becomes a document, too, where it arrives as a whole. */
  keepsMessage: boolean;
}

export interface IntakeFailureView {
  id: string;
  createdAt: string;
  lastAttemptAt: string;
  attempts: number;

  /** `retrying`: another attempt was requested and has not ended. */
  state: 'open' | 'retrying';

  /** `mail`: a whole message; `file`: one file, which may have been in a mail. */
  kind: 'mail' | 'file';
  source: 'email' | 'folder' | 'plugin';

  /** What took it in: `intake-folder`, or `intake-folder (scans)` for one of several instances. */
  origin: string;
  fileName: string | null;

  /** Address of the sender, and subject, when it came by mail. */
  sender: string | null;
  subject: string | null;

  /** Bytes, if they are known. */
  size: number | null;

  /** Why it was not taken: a sentence for people. */
  reason: string;

  /** False when the server does not have it any more: it must be sent again. */
  isRetryable: boolean;
}

/** Where members of an organization put documents. */
export interface IntakeSourceView {
  pluginId: string;

  /** The name of the configured instance; `default` when none is named. */
  instance: string;
  source: 'email' | 'folder' | 'plugin';

  /** A sentence for the members. */
  description: string;
}

export interface InvitationCountResponse {
  pendingInvitationsCount: number;
}

/** When the server sends no mails: what to pass on to the person who is invited. */
export interface InvitationResponse {
  invitation: InvitationView;

  /** The page where the person who is invited signs in and answers. */
  link: string;
}

export interface InvitationView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  email: string;
  role: 'admin' | 'member' | 'viewer';
  status: 'accepted' | 'cancelled' | 'expired' | 'pending' | 'rejected';
  expiresAt: string;

  /** Who sent it last; null when the user is gone. */
  inviterId: string | null;
}

export interface InviteBody {
  /** The address of the account that may accept; upper and lower case are the same. */
  email: string;
  role: 'admin' | 'member' | 'viewer';
}

/** Where the value of a property was found. */
export interface InvoiceDetailFindingView {
  propertyId: string;

  /** `invoice-data`: in the data of an electronic invoice, which has it exactly. */
  foundIn: 'text' | 'invoice-data';

  /** The line of the text, from 1. */
  line: number;

  /** The line, or its part around the value. */
  excerpt: string;

  /** How sure the value is, from 0 to 1. */
  confidence: number;
}

export interface InvoiceDetailsSettingBody {
  isEnabled: boolean;
}

export interface InvoiceDetailsSettingView {
  /** Whether the properties of documents are filled that come in or are read again. */
  isEnabled: boolean;

  /** False: the server has turned it off for all organizations (`DOCUMENTS_INVOICE_DETAILS_ENABLED`). */
  isAvailable: boolean;
}

/** `dead`: it failed in its last attempt and is kept in the dead-letter queue. `failed`: it waits for its next attempt. */
export type JobState = 'failed' | 'waiting' | 'active' | 'dead';

export interface JobView {
  id: string;
  queue: string;

  /** `dead`: failed in its last attempt. `failed`: waits for its next attempt. */
  state: JobState;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  attempts: number;
  maxAttempts: number;
  nextAttemptAt: string | null;

  /** Why it failed, the first 1,000 characters. */
  error: string | null;
  organizationId: string | null;

  /** The document, webhook or task that it works on. */
  subjectId: string | null;
}

export interface JobsPage {
  jobs: JobView[];
  totalCount: number;
  pageIndex: number;
  pageSize: number;
}

export interface KnownDocumentView {
  sha256: string;
  documentId: string;

  /** It is in the trash: uploading the file restores it. */
  isDeleted: boolean;
}

export interface KnownDocumentsBody {
  /** SHA-256 of 1 to 100 files, hexadecimal. */
  sha256: string[];
}

export interface LearnedFilingView {
  /** Null: nothing was learned yet. */
  trainedAt: string | null;

  /** Documents that were learned from, at most the latest 10,000. */
  documentsCount: number;

  /** At most 500, those with most documents first. */
  labels: ReportedLabelView[];
}

export interface LearnedLabelView {
  /** The id of the tag, or of the option. */
  id: string;

  /** Of the tag, or of the option. */
  name: string;

  /** The property that the option is of; null for a tag. */
  propertyId: string | null;
  propertyName: string | null;

  /** Between 0 and 1. */
  score: number;

  /** The words that decided, as they are written in the document. */
  words: string[];
  createdAt: string;
}

export interface LearnedLabelsView {
  labels: LearnedLabelView[];
}

export interface LegalHoldResponse {
  hold: LegalHoldView;
}

export interface LegalHoldView {
  id: string;

  /** Null: everything in the organization is held. */
  documentId: string | null;
  reason: string;
  setAt: string;

  /** Null when the user is gone. */
  setBy: string | null;
}

export interface LegalHoldsResponse {
  /** Oldest first. */
  holds: LegalHoldView[];
  holdsCount: number;
}

export interface ListedDocumentsView {
  /** With `explain=true`. */
  explanation?: QueryExplanationView;
  documents: DocumentView[];

  /** All that match, not only those of the page. */
  documentsCount: number;
}

export interface ListedShareLinkView {
  documentName: string;

  /** Whether the document is in the trash; then the link does not work. */
  isDocumentDeleted: boolean;
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  documentId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  token: string;

  /** Null: it works until it is deleted. */
  expiresAt: string | null;
  isEnabled: boolean;

  /** When the document was last looked at or downloaded, within a minute. */
  lastAccessedAt: string | null;
  isPasswordProtected: boolean;

  /** Null: any number. */
  maxDownloads: number | null;
  downloadsCount: number;
  viewsCount: number;

  /** The address to give to people. */
  url: string;
}

export interface ListedTagView {
  /** Active documents that have the tag. */
  documentsCount: number;
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  name: string;

  /** The name in lower case. */
  normalizedName: string;
  color: string;
  description: string | null;

  /** The tag above it; missing when there is none. */
  parentId?: string;
}

export interface ListedUserView {
  organizationCount: number;
  id: string;
  createdAt: string;
  updatedAt: string;
  email: string;
  emailVerified: boolean;
  name: string;
  image: string | null;

  /** How many organizations the user may own; null in a list: the limit of the server applies. */
  maxOrganizationCount: number | null;
  twoFactorEnabled: boolean;
  isAdmin: boolean;

  /** Since when the user cannot sign in; null for an active one. */
  disabledAt: string | null;

  /** When a session was last renewed, at most a day ago for one in use, or an API key used. */
  lastActiveAt: string | null;
}

export interface ListedWebhookView {
  /** What was last sent, or waits to be sent; null when nothing has been. */
  lastDelivery: DeliveryView | null;
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  url: string;
  enabled: boolean;
  events: string[];

  /** Whether deliveries are signed. No response contains the secret. */
  hasSecret: boolean;

  /** When the new secret was added whose signature is sent besides the usual one. */
  secretRotationStartedAt: string | null;

  /** When something was last sent. */
  lastTriggeredAt: string | null;

  /** Since when every delivery has failed. */
  failingSince: string | null;

  /** When the server has disabled the webhook because its deliveries failed for a long time. */
  disabledAt: string | null;
  disabledReason: string | null;
}

export interface MemberResponse {
  member: MemberView;
}

export interface MemberRoleBody {
  role: 'admin' | 'member' | 'viewer';
}

export interface MemberUserView {
  id: string;
  name: string;
  email: string;
  image: string | null;
}

export interface MemberView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  userId: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
}

export interface MemberWithUserView {
  user: MemberUserView;
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  userId: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
}

export interface MembersResponse {
  members: MemberWithUserView[];
}

export interface MergeBody {
  /** The documents, 2 to 50, in the order of their pages. */
  documentIds: string[];

  /** Of the new document: 1 to 255 characters on one line. The ending `.pdf` is added when it is missing. */
  name: string;

  /** Whether the documents go to the trash once there is the new one. Without it, they stay. */
  trashOriginals?: boolean;
}

export interface MergeOptionBody {
  /** The option of the same property that replaces the one in the address. */
  intoOptionId: string;
}

export interface MergeTagBody {
  /** The tag that replaces the one in the address. */
  intoTagId: string;
}

export interface MonthlyUsageView {
  /** `YYYY-MM`, in UTC. */
  month: string;

  /** The id of the plugin. */
  provider: string;
  requests: number;

  /** The number of failed calls. */
  failures: number;
  inputTokens: number;
  outputTokens: number;
}

export interface NamedThing {
  id: string;
  name: string;
}

export interface NewAgendaFeedView {
  /** The secret address for calendar programs. No other response has it. */
  url: string;
  createdAt: string;
}

export interface NewOptionBody {
  /** 1 to 255 characters, one of them a letter or digit. Unique in the property, whatever the case and punctuation. */
  name: string;
}

export interface NextArchiveNumberView {
  /** Null when all are in use. */
  archiveNumber: number | null;
}

/** The document that has an archive number. */
export interface NumberHolderView {
  documentId: string;
  name: string;
  isDeleted: boolean;
}

/** An archive number on a label. */
export interface NumberOnLabelView {
  /** Null when no number from 1 to 999,999,999 follows the prefix. */
  number: number | null;

  /** `set`: the document got it; `kept`: it had it; `other`: it had another one, which stays; `taken`: another document has it; `removed`: someone has taken it away; `further`: another label comes first; `invalid`: it is no number. */
  result: 'set' | 'further' | 'invalid' | 'kept' | 'other' | 'removed' | 'taken';

  /** The document that has the number now; null when none has. */
  holder: NumberHolderView | null;
}

export interface OptionBody {
  /** The id of an existing option; a new one has none. */
  id?: string;

  /** 1 to 255 characters, one of them a letter or digit. Unique in the property, whatever the case and punctuation. */
  name: string;
}

export interface OptionUsageView {
  optionId: string;
  documentsCount: number;
}

export interface OrganizationNameBody {
  /** 3 to 50 characters. */
  name: string;
}

export interface OrganizationOfKeyView {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  customerId: string | null;
  deletedAt: string | null;
  deletedBy: string | null;
  scheduledPurgeAt: string | null;
}

export interface OrganizationOfWebhook {
  id: string;
  name: string;
}

export interface OrganizationPasswordBody {
  /** What people call it, 1 to 64 characters. It is shown; never write the password here. */
  name: string;

  /** 1 to 256 characters. It is stored encrypted and never shown again. */
  password: string;
}

export interface OrganizationResponse {
  organization: OrganizationView;
}

export interface OrganizationSettingsBody {
  documents?: DocumentDatesSettingsChanges;
  ai?: AiChanges;
}

export interface OrganizationSettingsResponse {
  organizationSettings: OrganizationSettingsView;
}

export interface OrganizationSettingsView {
  ai: AiSettingsView;
  documents: DocumentDatesSettingsView;
}

export interface OrganizationStatisticsResponse {
  stats: DocumentStatisticsView;
}

export interface OrganizationStatsView {
  documentsCount: number;

  /** Bytes. */
  documentsSize: number;

  /** In the trash. */
  deletedDocumentsCount: number;
  deletedDocumentsSize: number;

  /** Active and in the trash. */
  totalDocumentsCount: number;
  totalDocumentsSize: number;
}

export interface OrganizationView {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  customerId: string | null;
  deletedAt: string | null;
  deletedBy: string | null;
  scheduledPurgeAt: string | null;
}

export interface OrganizationsResponse {
  organizations: OrganizationView[];
}

/** Pages that follow each other. */
export interface PageRangeBody {
  /** Counted from 1. */
  from: number;

  /** The last page, not before the first. */
  to: number;

  /** Degrees clockwise by which these pages are turned. */
  turn?: 0 | 90 | 180 | 270;
}

export interface PageView {
  /** Counted from 1. */
  page: number;

  /** Width as a viewer shows the page, in any unit: only the ratio matters. Null when it is not known. */
  width: number | null;
  height: number | null;

  /** `ocr`: all of the text, or a part of it, was recognized. */
  source: 'text' | 'ocr';

  /** Confidence of recognized text, 0 to 100. */
  confidence: number | null;

  /** The plugin that read or recognized the page, with its version; null when it is not known. */
  engine: string | null;

  /** Whether it is known where the words are. */
  hasWords: boolean;

  /** The file in the file of the document that it is a page of; null when it is one of the file itself. */
  attachment: AttachmentNameView | null;
}

export interface PageWordView {
  text: string;

  /** Left, top, width and height, 0 to 1 of the page. */
  box: number[];

  /** Confidence of a recognized word, 0 to 100; null for a word of the file itself, and when it is not known. */
  confidence: number | null;
}

export interface PageWordsView {
  /** In the order of the text. */
  words: PageWordView[];
}

export interface PagesView {
  pages: PageView[];
}

export type Permission =
  | 'custom-properties:create'
  | 'custom-properties:delete'
  | 'custom-properties:read'
  | 'custom-properties:update'
  | 'document-views:create'
  | 'document-views:delete'
  | 'document-views:read'
  | 'document-views:update'
  | 'documents:create'
  | 'documents:delete'
  | 'documents:read'
  | 'documents:update'
  | 'events:read'
  | 'file-requests:create'
  | 'file-requests:delete'
  | 'file-requests:read'
  | 'file-requests:update'
  | 'intake-emails:create'
  | 'intake-emails:delete'
  | 'intake-emails:read'
  | 'intake-emails:update'
  | 'intake-failures:delete'
  | 'intake-failures:read'
  | 'intake-failures:update'
  | 'legal-holds:read'
  | 'legal-holds:update'
  | 'organizations:create'
  | 'organizations:delete'
  | 'organizations:read'
  | 'organizations:update'
  | 'reminders:create'
  | 'reminders:delete'
  | 'reminders:read'
  | 'reminders:update'
  | 'retention-rules:create'
  | 'retention-rules:delete'
  | 'retention-rules:read'
  | 'retention-rules:update'
  | 'tagging-rules:create'
  | 'tagging-rules:delete'
  | 'tagging-rules:read'
  | 'tagging-rules:update'
  | 'tags:create'
  | 'tags:delete'
  | 'tags:read'
  | 'tags:update'
  | 'webhooks:create'
  | 'webhooks:delete'
  | 'webhooks:read'
  | 'webhooks:update';

export interface PingView {
  status: string;
}

export interface PlanEntitlementsResponse {
  planEntitlements: never[];
}

/** Null means without limit. */
export interface PlanLimitsView {
  maxDocumentStorageBytes: number | null;
  maxFileSize: number | null;
  maxIntakeEmailsCount: number | null;
  maxOrganizationsMembersCount: number | null;
  aiCreditsPerMonth: number | null;
}

export interface PlanView {
  id: string;
  name: string;
  limits: PlanLimitsView;
}

export interface PluginView {
  id: string;

  /** npm package. */
  packageName: string;
  version: string;

  /** `extraction`, `ocr`, `search`, `storage` and others */
  kinds: string[];

  /** Version of the plugin contract it is made for. */
  contract: number;

  /** `ready`; `failing` when its last start or check in this process failed; `not started` before its first use in this process. */
  state: string;

  /** Why it is failing, with the remedy; null otherwise. */
  lastError: string | null;
}

export interface PluginsResponse {
  plugins: PluginView[];
}

export interface PreviewRuleBody {
  /** Whether all conditions must hold or any one. */
  conditionMatchMode?: 'all' | 'any';

  /** At most 10. A rule without conditions matches every document. */
  conditions: ConditionBody[];
}

/** Pictures of the pages: `GET …/documents/:documentId/preview`. */
export interface PreviewView {
  /** The status of the first page. `pending`: it will be made, at the latest when it is requested. */
  status: 'pending' | 'available' | 'unavailable';

  /** The query parameter `v` with which previews may be cached permanently; null when there are none. */
  version: string | null;

  /** Pages that can be requested; null when it is not known. */
  pagesCount: number | null;
}

export interface PreviewedDocumentView {
  id: string;
  name: string;
}

export interface PreviewedEntriesView {
  entries: AgendaEntryView[];
}

export type ProblemKind = 'changed' | 'missing' | 'reordered' | 'rewritten';

export interface ProcessingStepView {
  step: 'text' | 'ocr' | 'received' | 'rules' | 'search';

  /** The plugin that did it, with its version; null when it is not known. */
  engine: string | null;
  status: StepStatus;
  pagesDone: number | null;
  pagesTotal: number | null;
  startedAt: string | null;

  /** How long it took, or takes so far. */
  ms: number | null;

  /** Why it failed, was skipped, is partial or waits, in one sentence. */
  reason: string | null;

  /** When a service that is away is asked again. */
  retryAt: string | null;
}

export interface ProcessingView {
  /** In their order: `received`, `text`, `ocr` when pages are recognized, `search`, `rules`. More may follow. */
  steps: ProcessingStepView[];

  /** Whether the password of the file is kept for further readings; it can be removed. */
  isPasswordKept: boolean;
}

export interface PropertyDocumentView {
  documentId: string;
  name: string;
}

/** A property with options or boolean values. */
export interface PropertyFacetView {
  propertyDefinitionId: string;
  key: string;
  name: string;
  values: ValueFacetView[];
}

export interface PropertyOfRoleBody {
  /** The name that a new property gets, in the language of its users: 1 to 255 characters, one of them a letter or digit. */
  name?: string;
}

export interface PropertyOptionView {
  optionId: string;
  name: string;
}

/** A custom property and its new value. */
export interface PropertyToSet {
  propertyDefinitionId: string;

  /** By the type of the property: a text of at most 10000 characters, a finite number, a date that can be read or milliseconds since 1970, a boolean, the id of an option, or a list of at most 500 ids of options, members or documents. One member or document may be given as its id alone. An empty list removes the value. All values of one document may have at most 200000 characters together; an option, member or document counts as 300. */
  value: string | number | boolean | string[];
}

/** Documents in the trash count, too: a deletion takes their values away as well. */
export interface PropertyUsageView {
  documentsCount: number;

  /** The usage of every option that a document has. */
  options: OptionUsageView[];
}

export interface PropertyUserView {
  userId: string;
  name: string;
  email: string;
}

export interface ProposedDocumentView {
  documentId: string;
  name: string;
  values: ProposedValueView[];
}

export interface ProposedValueView {
  type: 'number' | 'text' | 'date' | 'tag' | 'option';

  /** Of the property that would be filled; null for the date of the document, and a tag. */
  propertyName: string | null;

  /** The present value, which was found, too; null when there is none. */
  before: string | null;

  /** `YYYY-MM-DD` for a date, the name of an option or a tag, digits for a number. */
  value: string;

  /** True: it would be suggested, and wait for a person. */
  isSuggestion: boolean;

  /** `learned`: documents like this one have it. `mail`: in the header of a mail. `name`: in the name of the file. */
  foundIn: 'text' | 'name' | 'mail' | 'invoice-data' | 'learned';

  /** The line of the text, from 1; null when it was not found in a line. */
  line: number | null;

  /** The line, or its part around the value; null for what was learned. */
  excerpt: string | null;

  /** The words that decided, as they are written in the document; only of what was learned. */
  words: string[];

  /** From 0 to 1. */
  confidence: number;
}

export interface ProposedValuesView {
  /** Of the filter. */
  documentsCount: number;

  /** The first of them, in which something was looked for: at most 100. */
  lookedAtCount: number;

  /** Those that would be changed. */
  documents: ProposedDocumentView[];
}

export interface PublicConfigView {
  version: string;
  gitCommitSha: string;
  gitCommitDate: string;
  auth: AuthSettingsView;
  setup: SetupView;
  documents: DocumentSettingsView;
  upload: UploadSettingsView;
  intakeEmails: SwitchView;
  organizations: DeletedOrganizationsView;
  autoTagging: SwitchView;
}

/** What visitors see of a request. */
export interface PublicFileRequestView {
  title: string;
  message: string | null;
  organizationName: string;
  expiresAt: string | null;

  /** Bytes of the largest file; null when there is no limit. */
  maxFileBytes: number | null;

  /** How many more files are taken; null when there is no limit. */
  filesLeft: number | null;
  isPasswordProtected: boolean;
}

export interface PurgeBody {
  /** 1 to 500 documents. */
  documentIds: string[];
}

export interface PurgedDocumentsView {
  purgedDocumentIds: string[];
  purgedCount: number;

  /** How many of the documents are in the trash and stay, because they are on legal hold or locked by a retention rule; left out when there are none. */
  heldCount?: number;
}

/** How a query was understood. */
export interface QueryExplanationView {
  tree: QueryPartView;

  /** In the order of the query. */
  notes: QueryNoteView[];
}

/** A part of a query that was repaired, ignored or not understood. */
export interface QueryNoteView {
  code: string;

  /** UTF-16 offset into the query. */
  from: number;

  /** UTF-16 offset into the query, behind the part. */
  to: number;

  /** What was done, and how to write it instead. */
  message: string;
}

/** A part of a query, with names instead of ids. Which keys there are depends on `kind`. */
export interface QueryPartView {
  kind:
    | 'number'
    | 'all'
    | 'owner'
    | 'text'
    | 'date'
    | 'and'
    | 'not'
    | 'nothing'
    | 'or'
    | 'archive-number'
    | 'has'
    | 'inbox'
    | 'language'
    | 'property'
    | 'similar'
    | 'source'
    | 'tag'
    | 'type';

  /** The parts of `and` and `or`. */
  children?: QueryPartView[];

  /** The part of `not`. */
  child?: QueryPartView;

  /** For `nothing`, which no document matches, `number`, `archive-number`, `language`, `source`, `owner`, `similar`: as typed. */
  query?: string;

  /** For `text`: words next to each other, the last one as the start of a word. */
  words?: string[];

  /** For `text`: the fields, one of which contains the words. */
  fields?: ('name' | 'content' | 'notes')[];

  /** For `text`: other words that match, too. */
  alternatives?: string[][];

  /** For `tag`: its name; for `similar`: that of the document. */
  name?: string;

  /** For `date`: which date is compared; for `number`: which number. */
  field?: 'date' | 'size' | 'created' | 'pages';

  /** For `number`: the lowest one. */
  atLeast?: number;

  /** For `number`: the end, not included. */
  below?: number;

  /** For `language`: codes of ISO 639-1; `und` is no known language. */
  languages?: string[];

  /** For `source`: how the document came in. */
  sources?: string[];

  /** For dates: the start, included. */
  from?: string;

  /** For dates: the end, not included. */
  before?: string;

  /** For `has`: `tags`, `date`, `notes` or the name of a custom property. */
  what?: string;

  /** For `has`: whether it is a custom property. */
  isProperty?: boolean;

  /** For `type`: the group or MIME type as typed; for `property`: the type of the value. */
  type?: string;

  /** For `type`: the MIME types; one that ends with a slash stands for all types that start with it. */
  mimeTypes?: string[];

  /** For `property`: its name. */
  property?: string;

  /** For `property`: how the value is compared. */
  operator?: '<' | '<=' | '=' | '>' | '>=';

  /** For `property`: the value as typed. */
  value?: string;
}

export interface QueueView {
  name: string;
  waiting: number;
  active: number;

  /** Failed in the last attempt; `npm run cli -- jobs list` shows them too. */
  failed: number;

  /** Since when the oldest job that could run waits; null when none does. */
  oldestWaitingAt: string | null;
  completedLastHour: number;
}

export interface QueuesResponse {
  queues: QueueView[];
}

export interface RanRuleView {
  id: string;

  /** The name of the rule at the time of the run. */
  name: string;
}

export interface ReadyView {
  /** `ready` or `not ready` */
  status: string;

  /** Names of the checks that found a problem, or what will become one, as in `GET /api/admin/health`. */
  findings: string[];
}

export interface ReceivedFileView {
  id: string;

  /** Null when the document was purged. */
  documentId: string | null;

  /** Whether the document is in the trash. */
  isInTrash: boolean;

  /** The organization had this file before: the document is the one that it was. */
  isDuplicate: boolean;
  name: string;

  /** Bytes. */
  size: number;
  receivedAt: string;

  /** What the visitor wrote. */
  senderName: string | null;

  /** The network from which it came: /24 of IPv4, /48 of IPv6. */
  address: string;
}

export interface ReceivedFilesResponse {
  files: ReceivedFileView[];

  /** All files that came in, not only those of the page. */
  filesCount: number;
}

export interface ReceivedInvitationView {
  organization: OrganizationView;
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  email: string;
  role: 'admin' | 'member' | 'viewer';
  status: 'accepted' | 'cancelled' | 'expired' | 'pending' | 'rejected';
  expiresAt: string;

  /** Who sent it last; null when the user is gone. */
  inviterId: string | null;
}

export interface ReceivedInvitationsResponse {
  invitations: ReceivedInvitationView[];
}

/** An update replaces all of it. */
export interface ReminderBody {
  /** 1 to 255 characters. */
  name: string;

  /** Which documents: a search as a user types it, at most 1024 characters; empty for all. It is not checked. */
  query?: string;

  /** The date of a document that the reminder counts from. `dueDate`: the property with the role `due_date`. */
  dateSource: 'createdAt' | 'documentDate' | 'dueDate' | 'property';

  /** The property with the date; only for `property`. */
  propertyId?: string | null;

  /** How long after the date, in the unit; negative for before it. A month is never left: `31 January` and one month is the last day of February. */
  offsetAmount?: number;
  offsetUnit?: 'days' | 'months';

  /** False: it has no entries on the agenda. */
  isEnabled?: boolean;

  /** True: each member with a confirmed address gets one mail a day about all entries whose day has come. */
  sendsMail?: boolean;
}

export interface ReminderResponse {
  reminder: ReminderView;
}

export interface ReminderView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  query: string;
  dateSource: 'createdAt' | 'documentDate' | 'property' | 'dueDate';

  /** Null for other sources than `property`, and when the property was deleted: the reminder has no entries then. */
  propertyId: string | null;
  offsetAmount: number;
  offsetUnit: 'months' | 'days';
  isEnabled: boolean;
  sendsMail: boolean;
}

export interface RenameUserBody {
  /** 1 to 50 characters. */
  name: string;
}

export interface ReplacePreferencesBody {
  /** A JSON object of at most 16 KB. Lists directly in lists are not accepted. */
  preferences: Record<string, unknown>;
}

export interface ReplayEventsBody {
  /** ISO 8601: a date, or date and time with its offset. */
  since: string;
}

export interface ReportedLabelView {
  /** The id of the tag, or of the option. */
  id: string;
  name: string;

  /** The property that the option is of; null for a tag. */
  propertyId: string | null;
  propertyName: string | null;

  /** Documents that people have given it. */
  documentsCount: number;

  /** Of documents that were left out of a trial: for how many it would have been proposed, and for how many rightly. */
  proposedCount: number;
  proposedRightCount: number;

  /** The same of those that it would have been set for. It is only suggested when there are none. */
  setCount: number;
  setRightCount: number;
}

export interface ReprocessBody {
  /** Only documents whose extraction ended with one of these; without it, all of the filter. `encrypted` means those with a file in them that needs a password, too. */
  outcomes?: (
    | 'corrupt'
    | 'crashed'
    | 'empty'
    | 'encrypted'
    | 'failed'
    | 'insufficient'
    | 'text'
    | 'timeout'
    | 'too-large'
    | 'unsupported'
  )[];

  /** Only documents that the installed plugins may read better: another version of the plugin or of the recognition of pages read them, or nothing could, and there is a plugin for them that was not there then. */
  onlyOutdated?: boolean;
  filter: BatchFilter;
}

export interface RequestArchiveBody {
  /** True to have the archive prepared in the background, as `Prefer: respond-async` does; false to have it made while it is sent. Without it, more than 10,000 documents or 10 GB are prepared (the limits are settings of the server). */
  prefersPrepared?: boolean;
  filter: BatchFilter;
}

export interface ResetSecondFactorBody {
  /** Whether passkeys are removed, too. */
  withPasskeys?: boolean;
}

export interface RestoredVersionView {
  /** The number of the new version. */
  version: number;
}

/** With the document, once the last byte has arrived. */
export interface ResumableUploadProgressView {
  upload: ResumableUploadView;
  document?: DocumentView;

  /** Set when the same file was in the trash: its document was restored instead of adding another one. */
  isRestored?: boolean;
}

export interface ResumableUploadView {
  id: string;
  fileName: string;

  /** Bytes of the whole file. */
  size: number;

  /** Bytes that the server has: where to continue. */
  received: number;

  /** Until then the upload can be continued. */
  expiresAt: string;

  /** The document that it became; null while bytes are missing. */
  documentId: string | null;
}

/** Before a day, the file of the document is not changed, and it is not removed permanently. */
export interface RetentionLockView {
  retentionRuleId: string;

  /** When it locked the document. */
  retentionRuleName: string;

  /** The first calendar day without the lock, `2026-01-31`. */
  until: string;
}

export interface RetentionPreviewView {
  /** Documents that the next run would put into the inbox, move to the trash or remove. */
  dueCount: number;

  /** Documents whose time is over too, but that are on legal hold. */
  heldCount: number;

  /** The first 25 of those that are due, oldest first. */
  documents: DueDocumentView[];

  /** False: the search of the rule finds more than 20,000 documents whose time can be over, and the others are not counted. */
  isComplete: boolean;
}

/** An update replaces all of it. */
export interface RetentionRuleBody {
  /** 1 to 255 characters. */
  name: string;

  /** Which documents: a search as a user types it, at most 1024 characters; empty for all. An enabled rule needs one that is understood as a whole. */
  query?: string;

  /** The date of a document that its time counts from. A document without the date is kept. */
  dateSource: 'createdAt' | 'documentDate' | 'property';

  /** The property with the date; only for `property`. Of several values the last one counts. */
  propertyId?: string | null;

  /** How long documents are kept after the date, 0 to 1200, in the unit. */
  keepAmount: number;
  keepUnit?: 'months' | 'years';

  /** What happens then. `review`: the document is put into the inbox. `purge`: it is removed permanently at once. */
  action?: 'review' | 'trash' | 'purge';

  /** False: the rule does nothing, and keeps nothing from other rules. */
  isEnabled?: boolean;

  /** True: documents are locked until their time is over. No user and no process changes their files or removes them permanently before. The rule can then only be made longer, until its last lock has ended. */
  isLocking?: boolean;
}

export interface RetentionRuleResponse {
  retentionRule: RetentionRuleView;
}

export interface RetentionRuleView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  query: string;
  dateSource: 'createdAt' | 'documentDate' | 'property';

  /** Null for other sources than `property`, and when the property was deleted: the rule then keeps what it finds. */
  propertyId: string | null;
  keepAmount: number;
  keepUnit: 'months' | 'years';
  action: 'review' | 'trash' | 'purge';
  isEnabled: boolean;
  isLocking: boolean;
}

export interface RotateSecretBody {
  /** The new secret: 1 to 256 characters. */
  secret: string;
}

export interface RulePreviewView {
  /** Active documents that the conditions match now; at least that many when `isComplete` is false. */
  documentsCount: number;

  /** The newest of them, at most 5. */
  documents: PreviewedDocumentView[];

  /** False when counting was ended after two seconds. */
  isComplete: boolean;
}

export interface RuleRunView {
  id: string;
  createdAt: string;
  documentId: string;

  /** The name that it has now. */
  documentName: string;

  /** The rules that matched. */
  rules: RanRuleView[];
  changes: RunChangeView[];
  undoneAt: string | null;
}

export interface RunChangeView {
  kind: 'documentDate' | 'name' | 'property' | 'tag';

  /** For the kind `tag`: the added tag; `before` is false, `after` is true. */
  tagId: string | null;

  /** For the kind `property`: the property. */
  propertyDefinitionId: string | null;

  /** The value as in a request that sets it; null when there was none. */
  before: string | number | boolean | string[] | null;
  after: string | number | boolean | string[] | null;
}

export interface ScheduledTaskView {
  name: string;
  description: string;

  /** Five fields, or six with seconds first, in the server's time zone. */
  cron: string;
  nextRunAt: string;

  /** When the last run began; null when it has never run. */
  startedAt: string | null;

  /** When the last run ended; null while it runs. */
  finishedAt: string | null;

  /** One sentence about what the last run did. */
  result: string | null;

  /** Why the last run failed. */
  error: string | null;
}

export interface ScheduledTasksView {
  scheduledTasks: ScheduledTaskView[];
}

export interface SearchIndexView {
  /** Id of the plugin that keeps the index. */
  plugin: string;
  indexVersion: number;

  /** Whether a change is findable when its request ends. */
  isTransactional: boolean;

  /** Changed documents that the plugin has not received. */
  documentsWaiting: number;

  /** When the oldest of these changes was made. */
  waitingSince: string | null;

  /** Documents that the plugin does not accept. */
  documentsRefused: number;

  /** Since when the plugin does not respond. */
  failingSince: string | null;
  lastError: string | null;
  nextAttemptAt: string | null;

  /** Null when the index is complete. */
  rebuild: SearchRebuildView | null;
}

export interface SearchRebuildView {
  reason: string;

  /** Documents that are in the new index. */
  done: number;

  /** Documents that will be in it. */
  total: number;
}

export interface SentInvitationView {
  /** The page where the person who is invited signs in and answers. */
  link: string;
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  email: string;
  role: 'admin' | 'member' | 'viewer';
  status: 'accepted' | 'cancelled' | 'expired' | 'pending' | 'rejected';
  expiresAt: string;

  /** Who sent it last; null when the user is gone. */
  inviterId: string | null;
}

export interface SentInvitationsResponse {
  invitations: SentInvitationView[];
}

export interface SetPropertyBody {
  /** By the type of the property: a text of at most 10000 characters, a finite number, a date that can be read or milliseconds since 1970, a boolean, the id of an option, or a list of at most 500 ids of options, members or documents. One member or document may be given as its id alone. An empty list removes the value. All values of one document may have at most 200000 characters together; an option, member or document counts as 300. */
  value: string | number | boolean | string[];
}

export interface SetPropertyView {
  propertyDefinitionId: string;
  key: string;
  name: string;
  type: 'number' | 'boolean' | 'text' | 'date' | 'select' | 'multi_select' | 'user_relation' | 'document_relation';
  value:
    string | number | boolean | PropertyOptionView | PropertyDocumentView[] | PropertyOptionView[] | PropertyUserView[];
}

export interface SettingView {
  /** Environment variable. */
  name: string;

  /** As text, lists comma-separated; null when not set, and for secrets. */
  value: string | null;
  isSet: boolean;
  isSecret: boolean;

  /** The plugin it belongs to; null for the server. */
  plugin: string | null;
}

export interface SetupView {
  /** There is no account yet: the page should offer to create the first one. */
  isNeeded: boolean;

  /** Registration is closed, so the first sign-up must have the set-up code, which the server prints on startup, in the header `x-setup-code`. */
  needsCode: boolean;
}

export interface ShareLinkAccessView {
  at: string;
  kind: 'download' | 'view' | 'wrong-password';

  /** The network of the visitor, such as `203.0.113.0/24`. */
  address: string;
  userAgent: string | null;
}

export interface ShareLinkResponse {
  shareLink: ShareLinkView;
}

export interface ShareLinkView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  documentId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  token: string;

  /** Null: it works until it is deleted. */
  expiresAt: string | null;
  isEnabled: boolean;

  /** When the document was last looked at or downloaded, within a minute. */
  lastAccessedAt: string | null;
  isPasswordProtected: boolean;

  /** Null: any number. */
  maxDownloads: number | null;
  downloadsCount: number;
  viewsCount: number;

  /** The address to give to people. */
  url: string;
}

export interface SharedDocumentResponse {
  document: SharedDocumentView;
  shareLink: VisitedShareLinkView;
}

/** What visitors see of a document. */
export interface SharedDocumentView {
  name: string;

  /** Bytes. */
  size: number;
  mimeType: string;

  /** Null when it is not known. */
  pageCount: number | null;
  preview: PreviewView;
}

export interface SignInBody {
  email: string;
  password: string;

  /** Whether the session outlives the browser; otherwise it ends after a day. */
  rememberMe?: boolean;
}

/** With a second factor there is no session yet: only `twoFactorRedirect` and `twoFactorMethods`, and `POST /api/auth/two-factor/verify-totp` or `verify-backup-code` with the cookie of this response starts it. */
export interface SignInResponse {
  redirect?: boolean;
  token?: string;
  url?: string | null;
  user?: AuthUser;
  twoFactorRedirect?: boolean;
  twoFactorMethods?: 'totp'[];
}

export interface SignOutResponse {
  success: boolean;
}

export interface SignUpBody {
  name: string;
  email: string;
  password: string;

  /** A picture of the user. */
  image?: string;

  /** Whether the session outlives the browser; otherwise it ends after a day. */
  rememberMe?: boolean;
}

export interface SignUpResponse {
  token: string | null;
  user: AuthUser;
}

/** A document that is like another one; without its text. */
export interface SimilarDocumentView {
  /** From 0 to 1: how much of the rare words, and of all words, both have. */
  score: number;

  /** Whether both have nearly the same text: another scan or version, and not the bill of the next month. */
  isNearDuplicate: boolean;
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  createdBy: string | null;

  /** File name at upload. */
  originalName: string;

  /** Bytes. */
  originalSize: number;
  originalSha256Hash: string;
  name: string;

  /** The type that the uploader declared; for `application/octet-stream` the detected one, once the file was read. */
  mimeType: string;

  /** The text of the document; left out in lists. */
  content?: string;

  /** False: the text has more different words than the search index keeps of one document, and words that first appear near its end do not find it. */
  isContentFullyIndexed: boolean;
  documentDate: string | null;

  /** Null when someone has set the date, and when there is none. */
  documentDateFinding: DateFindingView | null;
  notes: string | null;

  /** It waits until a person confirms it; only where the organization has an inbox. */
  isInInbox: boolean;
  deletedAt: string | null;
  deletedBy: string | null;
  isDeleted: boolean;
  extraction: ExtractionView;

  /** Left out in the response to a change. */
  preview?: PreviewView;

  /** Null when nothing is wrong with the stored file; only in the details of one document. */
  fileDamage?: FileDamageView | null;

  /** The number under which its paper is filed, null without one; only in the details of one document. */
  archiveNumber?: number | null;

  /** The legal holds that keep it from being removed permanently, its own first; only in the details of one document. */
  holds?: DocumentHoldView[];

  /** The retention rule that locks its file; null when none does; only in the details of one document. */
  retentionLock?: RetentionLockView | null;
  tags?: DocumentTagView[];

  /** Every custom property of the organization in display order; only where documents are shown with details. */
  customProperties?: DocumentPropertyView[];

  /** With `highlight=true`: the name, then parts of the content, best first, then the notes, where they match. */
  highlights?: HighlightView[];
}

export interface SimilarDocumentsView {
  documents: SimilarDocumentView[];

  /** All that are similar, not only those of the page; at most 50. */
  documentsCount: number;

  /** False: the search engine of this installation does not find similar documents. */
  isSupported: boolean;
}

export interface SplitBody {
  /** The pages of each part: 2 to 200 parts, together at most 5,000 pages. Pages that are in no part are left out of all; one may be in several. */
  parts: PageRangeBody[];

  /** Whether the document stays. Without it, it goes to the trash once there are the parts. */
  keepOriginal?: boolean;
}

export interface SplitPartView {
  documentId: string;
  name: string;
  isDeleted: boolean;
}

export interface SplitView {
  /** Null when the document was never split. */
  requestedAt: string | null;

  /** Null until it has ended. */
  outcome: 'split' | 'refused' | null;

  /** Why it was refused: one sentence for people. */
  reason: string | null;

  /** The parts that are there, those in the trash as well. */
  parts: SplitPartView[];
}

/** The response to a batch that is done in the background. */
export interface StartedTask {
  taskId: string;
}

export interface StatisticsResponse {
  statistics: InstallationFiguresView;

  /** Oldest first. */
  days: FiguresOfDayView[];
}

export interface StatisticsView {
  organizationStats: OrganizationStatsView;
}

export type StepStatus = 'pending' | 'completed' | 'failed' | 'running' | 'waiting' | 'partial' | 'skipped';

export interface StorageUsageView {
  /** Bytes in the trash, which count as used. */
  deleted: number;
  used: number;
  limit: number | null;
}

export interface SubscriptionResponse {
  /** Nothing is sold here. */
  subscription: null;
  plan: PlanView;
}

/** Something that can stand at the caret. */
export interface SuggestionView {
  kind: 'property' | 'tag' | 'document' | 'filter' | 'value';

  /** For people. */
  label: string;

  /** What to write between `from` and `to`, with quotes where they are needed. */
  insert: string;

  /** UTF-16 offset into the query. */
  from: number;

  /** UTF-16 offset into the query; the text from `from` until just before it is replaced. */
  to: number;

  /** Active documents that have the tag; null for other kinds, and for a tag of more than 1,000 documents. */
  count: number | null;
}

export interface SuggestionsView {
  /** Best first. */
  suggestions: SuggestionView[];

  /** With `didYouMean=true`, for a query that finds nothing or few documents: a similar one that finds more, if one is known. */
  didYouMean: string | null;

  /** The number of documents that it finds. */
  didYouMeanCount: number | null;
}

export interface SwitchView {
  isEnabled: boolean;
}

export interface TagFacetView {
  tagId: string;
  name: string;
  count: number;
}

/** The name of a tag on a code. */
export interface TagOnCodeView {
  name: string;

  /** `unknown`: there is no such tag, and none was created. */
  result: 'added' | 'unknown';
}

export interface TagView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  name: string;

  /** The name in lower case. */
  normalizedName: string;
  color: string;
  description: string | null;

  /** The tag above it; missing when there is none. */
  parentId?: string;
}

export interface TaggingRuleBody {
  /** 1 to 64 characters. */
  name: string;

  /** At most 256 characters. */
  description?: string;
  enabled?: boolean;

  /** Tags of the organization that the rule adds: at least one, unless the rule has `changes` or `followUps`. */
  tagIds: string[];

  /** At most 10: what else the rule sets, each property once. When they are missing in a PUT, the rule keeps its own. */
  changes?: ChangeBody[];

  /** What follows once for each document that the rule matches, after the change. When they are missing in a PUT, the rule keeps its own. */
  followUps?: FollowUpBody[];

  /** Whether all conditions must hold or any one. */
  conditionMatchMode?: 'all' | 'any';

  /** At most 10. A rule without conditions matches every document. */
  conditions: ConditionBody[];
}

export interface TaggingRuleView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;
  name: string;
  description: string | null;
  enabled: boolean;
  conditionMatchMode: 'all' | 'any';
  conditions: ConditionView[];
  actions: ActionView[];
  changes: ChangeView[];
  followUps: FollowUpView[];
}

export interface TaskProgressView {
  processed: number;

  /** Null until it is known. */
  total: number | null;
}

export type TaskStatus = 'cancelled' | 'pending' | 'completed' | 'failed' | 'running';

export interface TaskView {
  id: string;

  /** `apply-tagging-rule-to-documents`, `reprocess-document` … */
  type: string;
  status: TaskStatus;
  progress: TaskProgressView;

  /** What came of it; its fields depend on the type. May grow while the task runs. A task that can be undone has `changedCount`, `skippedCount`, `skippedDocumentIds` (at most 100) and `undoUntil`. */
  result: Record<string, unknown> | null;

  /** Why the task failed or was cancelled, in one sentence. */
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;

  /** True while it can be cancelled. */
  isCancellable: boolean;

  /** True while it can be undone. */
  isUndoable: boolean;

  /** An hour after the end of a task of a type that can be undone. */
  undoUntil: string | null;
}

export interface TrashedDocumentsView {
  trashedDocumentIds: string[];
  trashedCount: number;
}

export interface TypeFacetView {
  /** MIME type in lower case. */
  type: string;
  count: number;
}

export interface UpdateCustomPropertyBody {
  /** Ignored: the type of a property never changes. */
  type?: 'number' | 'boolean' | 'text' | 'date' | 'select' | 'multi_select' | 'user_relation' | 'document_relation';

  /** 1 to 255 characters, one of them a letter or digit. Unique in the organization, whatever the case and punctuation. */
  name?: string;

  /** At most 1000 characters; null removes it. */
  description?: string | null;

  /** Properties with smaller numbers come first. */
  displayOrder?: number;

  /** Whether the pages leave it out; nothing else changes. */
  hidden?: boolean;

  /** All 1 to 500 options after the change, in this order. Those left out are deleted, with the values that use them. */
  options?: OptionBody[];
}

export interface UpdateDocumentBody {
  /** 1 to 255 characters on one line; of the way to a file only its name is taken. */
  name?: string;

  /** Replaces the text that search looks at. */
  content?: string;

  /** Any date that can be read, of the years 1 to 9999, in UTC unless it names its zone; or null to take it away. */
  documentDate?: string | null;

  /** At most 2048 characters; an empty text takes the notes away. */
  notes?: string;

  /** False confirms the document, which leaves the inbox; true puts it back. */
  isInInbox?: boolean;
}

/** What is missing stays as it is. */
export interface UpdateFileRequestBody {
  title?: string;

  /** Replaces the password at once, also for visitors who are let in; null removes it. */
  password?: string | null;

  /** False: the link is turned off until it is turned on again. */
  isEnabled?: boolean;

  /** What visitors read below the title, at most 2000 characters; an empty text or null takes it away. */
  message?: string | null;

  /** Given to every document that comes in. A key needs tags:read and documents:update, too. */
  tagIds?: string[];

  /** From then on no file is taken: date and time with seconds and zone, or null for no end. */
  expiresAt?: string | null;

  /** How many files are taken in all; null for no limit. */
  maxFiles?: number | null;

  /** Bytes of the largest file; null for the limit of the server, which holds in any case. */
  maxFileBytes?: number | null;
}

/** What is missing stays as it is. */
export interface UpdateIntakeEmailBody {
  isEnabled?: boolean;

  /** Senders whose files are taken, at most 500: addresses, and domains such as `@example.com`. The files of all others, of everyone when the list is empty, go to the list of failures. */
  allowedOrigins?: string[];

  /** Whether the mail itself becomes a document, too, where it arrives as a whole: by an intake plugin. */
  keepsMessage?: boolean;
}

export interface UpdateShareLinkBody {
  /** When the link stops working: date and time with seconds and zone, or null for never. */
  expiresAt?: string | null;

  /** 1 to 256 characters, or null to remove it. Who gave the old one is asked again. */
  password?: string | null;

  /** After how many downloads the link stops working, those until now included; null for never. */
  maxDownloads?: number | null;

  /** False: the link does not work until it is enabled again. */
  isEnabled?: boolean;
}

export interface UpdateTagBody {
  /** 1 to 64 characters, unique in the organization whatever the case, the white space and the form of Unicode. */
  name?: string;

  /** `#RRGGBB` */
  color?: string;

  /** At most 256 characters. */
  description?: string;

  /** The tag above it; null, or an empty text in a form, for none. */
  parentId?: string | null;
}

export interface UpdateUserBody {
  isAdmin?: boolean;

  /** A disabled user cannot sign in; sessions end, and API keys do not work. */
  isDisabled?: boolean;

  /** How many organizations the user may own; null for the limit of the server. */
  maxOrganizationCount?: number | null;
}

export interface UpdateWebhookBody {
  /** 1 to 128 characters. */
  name?: string;

  /** An http or https URL without user name and password, of at most 2048 characters. */
  url?: string;

  /** 1 to 256 characters. Replaces the secret at once, and ends its rotation. */
  secret?: string;

  /** A webhook that is enabled again gets the events from now on; when it is disabled, waiting deliveries are cancelled. */
  enabled?: boolean;

  /** At least one; duplicates are dropped. */
  events?: (
    | 'document:created'
    | 'document:deleted'
    | 'document:updated'
    | 'document:tag:added'
    | 'document:tag:removed'
    | 'document:property:changed'
    | 'document:restored'
    | 'document:purged'
    | 'document:content:extracted'
    | 'document:rule-matched'
    | 'tag:created'
    | 'tag:updated'
    | 'tag:deleted'
    | 'custom-property:created'
    | 'custom-property:updated'
    | 'custom-property:deleted'
    | 'document-view:created'
    | 'document-view:updated'
    | 'document-view:deleted'
    | 'agenda:due'
    | 'reminder:created'
    | 'reminder:updated'
    | 'reminder:deleted'
    | 'organization:updated'
    | 'organization:deleted'
    | 'organization:restored'
    | 'organization:ownership-transferred'
    | 'member:added'
    | 'member:role-changed'
    | 'member:removed'
  )[];
}

export interface UploadSettingsView {
  /** Largest file that is accepted; null when there is no limit. */
  maxBytes: number | null;

  /** Whether `…/uploads` accepts a file in parts (tus 1.0). */
  isResumable: boolean;
}

export interface UploadedDocumentView {
  document: DocumentView;

  /** Set when the same file was in the trash: its document was restored instead of adding another one. */
  isRestored?: boolean;
}

export interface UsageFigureView {
  used: number;
  limit: number | null;
}

export interface UsageHistoryResponse {
  history: UsageOfDayView[];
}

export interface UsageOfDayView {
  /** `2026-11-22`, in UTC. */
  date: string;

  /** Documents at the end of the day, those in the trash included; of today, those there are now. */
  documents: number;
  bytes: number;
}

export interface UsageResponse {
  usage: UsageView;
  limits: PlanLimitsView;
}

export interface UsageView {
  documentsStorage: StorageUsageView;
  intakeEmailsCount: UsageFigureView;
  membersCount: UsageFigureView;
  aiCredits: UsageFigureView;
}

export interface UserDetailsResponse {
  user: AdminUserView;

  /** Those in which the user is a member, oldest first. */
  organizations: AdminOrganizationFacts[];
  roles: string[];

  /** Always empty: nothing is sold here. */
  planEntitlements: never[];
  availablePlanEntitlementTypes: string[];
}

export interface UserResponse {
  user: UserView;
}

/** Exactly these keys: published clients refuse responses that have more. */
export interface UserView {
  id: string;
  email: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  twoFactorEnabled: boolean;
}

export interface UsersPage {
  /** Newest first. */
  users: ListedUserView[];
  totalCount: number;
  pageIndex: number;
  pageSize: number;
}

export interface ValueFacetView {
  /** The name of the option, or `true` and `false`. */
  label: string;

  /** The option, for properties with options. */
  optionId?: string;
  count: number;
}

export interface VerifyFileRequestBody {
  password: string;
}

export interface VerifyPasswordBody {
  /** 1 to 256 characters. */
  password: string;
}

/** How a version came about: with the upload, by a change of its pages, or because an earlier version was restored. */
export type VersionChange = 'pages' | 'restore' | 'upload';

export interface VersionView {
  /** Counted from 1, which is the file with which the document was added. */
  number: number;
  createdAt: string;

  /** The user who has made it; null when that was the server or a former member. */
  createdBy: string | null;

  /** `pages`: of pages of the version before; `restore`: an earlier version again. */
  change: VersionChange;

  /** The version that was restored; null for others. */
  restoredNumber: number | null;
  mimeType: string;

  /** Bytes. */
  size: number;

  /** Lower-case hexadecimal. */
  sha256: string;

  /** It is the file that the document has. */
  isCurrent: boolean;
}

export interface VersionsView {
  /** The newest first. */
  versions: VersionView[];
}

export interface VisitedShareLinkView {
  expiresAt: string | null;

  /** Null: any number. */
  downloadsLeft: number | null;
}

export interface WebhookResponse {
  webhook: WebhookView;
}

export interface WebhookView {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationId: string;

  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  url: string;
  enabled: boolean;
  events: string[];

  /** Whether deliveries are signed. No response contains the secret. */
  hasSecret: boolean;

  /** When the new secret was added whose signature is sent besides the usual one. */
  secretRotationStartedAt: string | null;

  /** When something was last sent. */
  lastTriggeredAt: string | null;

  /** Since when every delivery has failed. */
  failingSince: string | null;

  /** When the server has disabled the webhook because its deliveries failed for a long time. */
  disabledAt: string | null;
  disabledReason: string | null;
}

export interface YearFacetView {
  /** The year of the document's date, in UTC; null: documents without a date. */
  year: number | null;
  count: number;
}

/** Every route: what it takes and what it returns. */
export interface Routes {
  /** Who did what in the installation, when and from where, newest first; or in one organization, or in all. */
  'GET /api/admin/audit': {
    query?: {
      /** The organization whose log to read, also of one that does not exist any more. Without it that of the installation. */
      organizationId?: string;

      /** `all`: the entries of all logs. */
      scope?: 'all';

      /** Only entries with this action or event; docs/reference/audit.md lists all. */
      action?: string;

      /** Only what this user has done, also with API keys: the id of the user. */
      actorId?: string;

      /** Only what was done to this: the id of a user, a document, an API key … */
      targetId?: string;

      /** Only entries before this one: the id of an entry, or `next` of the page before. */
      before?: string;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;

      /** Only entries from this time on. */
      from?: string;

      /** Only entries up to this time. */
      to?: string;
    };
    response: AuditEntriesResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The entries of these times as a file, with their hashes. */
  'GET /api/admin/audit/export': {
    query: {
      /** Without it the log of the installation. */
      organizationId?: string;

      /** `jsonl`: one entry a line, can be verified later. `csv`: for spreadsheets. */
      format: 'jsonl' | 'csv';

      /** Only entries from this time on. */
      from?: string;

      /** Only entries up to this time. */
      to?: string;
    };
    response: Response;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** What the last check of the chain of hashes has found. */
  'GET /api/admin/audit/verification': {
    query?: {
      /** Without it the log of the installation. */
      organizationId?: string;
    };
    response: AuditVerificationView;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Has a worker check every entry of the log, unless it does so already. */
  'POST /api/admin/audit/verification': {
    query?: {
      /** Without it the log of the installation. */
      organizationId?: string;
    };
    response: AuditVerificationView;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** When backups are made and tested, and how the last 50 went. */
  'GET /api/admin/backups': {
    response: BackupsView;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Has a worker make a backup now. `GET /api/admin/backups` says how far it is. */
  'POST /api/admin/backups': {
    response: undefined;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'backups.not_configured'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Has a worker restore the latest backup for a test now, into a database and a folder that it removes afterwards. */
  'POST /api/admin/backups/test': {
    response: undefined;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'backups.not_configured'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The effective settings of the server and its plugins. Secrets show only whether they are set. */
  'GET /api/admin/configuration': {
    response: ConfigurationResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The stored files that are damaged, with the ids of their documents, and how far the check of all files is. */
  'GET /api/admin/damaged-files': {
    query?: {
      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: DamagedFilesPage;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The number and size of the documents of all organizations. */
  'GET /api/admin/documents/stats': {
    response: DocumentStatisticsView;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** What works and what does not, with the remedy, as this process sees it: what decides `GET /api/health/ready`, and what `npm run doctor` looks at among other things. */
  'GET /api/admin/health': {
    response: InstanceHealthView;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Jobs of one or all queues in one state; without `state`, those that failed in their last attempt. */
  'GET /api/admin/jobs': {
    query?: {
      /** The name of a queue, such as `document.process`; without it, all. */
      queue?: string;

      /** `dead`: failed in its last attempt. `failed`: waits for its next attempt. */
      state?: 'active' | 'dead' | 'failed' | 'waiting';

      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: JobsPage;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Deletes a job that failed in its last attempt. */
  'DELETE /api/admin/jobs/{jobId}': {
    path: { jobId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'jobs.not_found'
      | 'jobs.not_retryable'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Has a job tried again that failed in its last attempt, with all its attempts. */
  'POST /api/admin/jobs/{jobId}/retry': {
    path: { jobId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'jobs.not_found'
      | 'jobs.not_retryable'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Organizations, newest first; deleted ones only on request. `search` is a whole id, or a part of the name. */
  'GET /api/admin/organizations': {
    query?: {
      state?: 'active' | 'all' | 'deleted';

      /** A whole id, or a part of what the entries are called. */
      search?: string;

      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: AdminOrganizationsPage;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The number of organizations that are not deleted. */
  'GET /api/admin/organizations/count': {
    response: { organizationCount: number };
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** One organization, deleted or not. */
  'GET /api/admin/organizations/{organizationId}': {
    path: { organizationId: string };
    response: AdminOrganizationResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'organization.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The addresses of an organization that take mails. */
  'GET /api/admin/organizations/{organizationId}/intake-emails': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { intakeEmails: IntakeEmailView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'organization.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The members of an organization, oldest first. */
  'GET /api/admin/organizations/{organizationId}/members': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: AdminMembersResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'organization.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Restores a deleted organization with all its members. */
  'POST /api/admin/organizations/{organizationId}/restore': {
    path: { organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'organization.not_deleted'
      | 'organization.not_found'
      | 'organization.has_no_owner'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The number and size of the documents of an organization. */
  'GET /api/admin/organizations/{organizationId}/stats': {
    path: { organizationId: string };
    response: OrganizationStatisticsResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'organization.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The webhooks of an organization, without their secrets. */
  'GET /api/admin/organizations/{organizationId}/webhooks': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { webhooks: WebhookView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'organization.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The plugins that this server has loaded. Those that this process uses are checked, each for 5 seconds at most. */
  'GET /api/admin/plugins': {
    response: PluginsResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The numbers of background jobs of each kind that wait, run, or failed in their last attempt. */
  'GET /api/admin/queues': {
    response: QueuesResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Has all jobs of a queue tried again that failed in their last attempt; at most 1,000, the oldest. */
  'POST /api/admin/queues/{queue}/retry': {
    path: { queue: string };
    response: { retriedCount: number };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'jobs.queue_not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The scheduled tasks of all processes with their last and next runs. */
  'GET /api/admin/scheduled-tasks': {
    response: ScheduledTasksView;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Which plugin keeps the search index, what it has not received yet, and how far a rebuild is. */
  'GET /api/admin/search-index': {
    response: SearchIndexView;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The figures of the installation now and day by day. What is gone since is not counted for earlier days. */
  'GET /api/admin/statistics': {
    query?: {
      /** 7 to 365. */
      days?: number;
    };
    response: StatisticsResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** All users, newest first. `search` is a whole id, or a part of the e-mail address or the name. */
  'GET /api/admin/users': {
    query?: {
      role?: 'admin' | 'user';
      state?: 'active' | 'disabled';

      /** A whole id, or a part of what the entries are called. */
      search?: string;

      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: UsersPage;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The number of users. */
  'GET /api/admin/users/count': {
    response: { userCount: number };
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** One user, with the number of organizations that the user may own. */
  'GET /api/admin/users/{userId}': {
    path: { userId: string };
    response: UserDetailsResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'users.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Makes a user an administrator or not, disables or enables the account, or changes the limit of organizations. */
  'PATCH /api/admin/users/{userId}': {
    path: { userId: string };
    body?: UpdateUserBody;
    response: AdminUserResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'users.cannot_change_self'
      | 'users.last_administrator'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'users.not_found'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes the account of a user who owns no organization. The documents of the user stay. */
  'DELETE /api/admin/users/{userId}': {
    path: { userId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'users.cannot_delete_self'
      | 'users.still_owns_organizations'
      | 'users.last_administrator'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'users.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Always refused: there is nothing that a plan could add. */
  'POST /api/admin/users/{userId}/plan-entitlements': {
    path: { userId: string };
    body: CreatePlanEntitlementBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'plan_entitlements.not_eligible'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'users.not_found'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Always 404: there are none. */
  'DELETE /api/admin/users/{userId}/plan-entitlements/{planEntitlementId}': {
    path: { planEntitlementId: string; userId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'plan_entitlements.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Removes the second factor of a user who has lost it; the passkeys only if asked for. */
  'POST /api/admin/users/{userId}/reset-second-factor': {
    path: { userId: string };
    body?: ResetSecondFactorBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'users.not_found'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Ends all sessions of a user. API keys go on. */
  'POST /api/admin/users/{userId}/revoke-sessions': {
    path: { userId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'users.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Sends the user a mail with a link to a new password. Needs mails that reach people. */
  'POST /api/admin/users/{userId}/send-password-reset': {
    path: { userId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'users.not_found'
      | 'users.password_reset_unavailable'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The webhooks of all organizations, newest first. `search` is a whole id, or a part of the name or the URL. */
  'GET /api/admin/webhooks': {
    query?: {
      state?: 'disabled' | 'enabled' | 'failing';

      /** A whole id, or a part of what the entries are called. */
      search?: string;

      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: AdminWebhooksPage;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The agenda as a calendar (RFC 5545), at most 1,000 entries: those of the last 31 and the next 400 days that are not done. `If-None-Match` is honoured. */
  'GET /api/agenda/{file}': {
    path: {
      /** The secret of the address, with `.ics`. */
      file: string;
    };
    response: Response;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'agenda.feed_not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Makes a key; its token is in this response only. */
  'POST /api/api-keys': {
    body: CreateApiKeyBody;
    response: CreatedApiKeyResponse;
    error:
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'api_keys.limit_reached'
      | 'idempotency.key_reused'
      | 'idempotency.already_used'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The keys of the signed-in user, newest first. */
  'GET /api/api-keys': {
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: ApiKeysResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The key that this request is sent with. */
  'GET /api/api-keys/current': {
    response: CurrentApiKeyResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'api_keys.authentication_not_api_key'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Ends a key; also when there is none. */
  'DELETE /api/api-keys/{apiKeyId}': {
    path: { apiKeyId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The session that the cookie names, or null. Renews one that is older than a day. */
  'GET /api/auth/get-session': { response: CurrentSession | null; error: 'TOO_MANY_REQUESTS' };

  /** Starts a session. */
  'POST /api/auth/sign-in/email': {
    body: SignInBody;
    response: SignInResponse;
    error:
      | 'VALIDATION_ERROR'
      | 'INVALID_EMAIL'
      | 'EMAIL_PASSWORD_DISABLED'
      | 'INVALID_EMAIL_OR_PASSWORD'
      | 'INVALID_ORIGIN'
      | 'TOO_MANY_REQUESTS'
      | 'SERVICE_UNAVAILABLE';
  };

  /** Ends the session; also when there is none. */
  'POST /api/auth/sign-out': { response: SignOutResponse; error: 'INVALID_ORIGIN' | 'TOO_MANY_REQUESTS' };

  /** Makes an account and signs it in. */
  'POST /api/auth/sign-up/email': {
    body: SignUpBody;
    response: SignUpResponse;
    error:
      | 'VALIDATION_ERROR'
      | 'MALFORMED_JSON'
      | 'INVALID_NAME'
      | 'INVALID_EMAIL'
      | 'INVALID_IMAGE'
      | 'PASSWORD_TOO_SHORT'
      | 'PASSWORD_TOO_LONG'
      | 'EMAIL_PASSWORD_SIGN_UP_DISABLED'
      | 'INVALID_ORIGIN'
      | 'PAYLOAD_TOO_LARGE'
      | 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'
      | 'FAILED_TO_CREATE_USER'
      | 'TOO_MANY_REQUESTS'
      | 'SERVICE_UNAVAILABLE';
  };

  /** What a client needs to know about the server before anyone signs in. */
  'GET /api/config': {
    response: ConfigResponse;
    error:
      | 'server.invalid_request.query'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** This description as a page to browse and to try. */
  'GET /api/docs': { response: Response; error: never };

  /** What is wanted, for the page of the visitor. With a password, the access token of `verify` is needed. */
  'GET /api/file-requests/{token}': {
    path: {
      /** The 64 characters at the end of the link. */
      token: string;
    };
    response: { fileRequest: PublicFileRequestView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'file_request.password_required'
      | 'file_request.not_found'
      | 'file_request.gone'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Hands in a file: multipart/form-data with `file` and, if wanted, `senderName`. Everything but the file itself is checked before it is read. A file that is known is received like any other one. */
  'POST /api/file-requests/{token}/files': {
    path: {
      /** The 64 characters at the end of the link. */
      token: string;
    };
    body: FormData;
    response: { file: HandedInFileView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'document.no_body'
      | 'document.invalid_file_fieldname'
      | 'document.parse_error'
      | 'document.empty_file'
      | 'server.invalid_request.form_data'
      | 'idempotency.invalid_key'
      | 'file_request.password_required'
      | 'file_request.not_found'
      | 'file_request.full'
      | 'idempotency.key_reused'
      | 'file_request.gone'
      | 'document.size_too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'server.busy'
      | 'api.timeout'
      | 'server.no_space_left'
      | 'documents.storage.full';
  };

  /** Exchanges the password for an access token, which is sent as a bearer token to the other routes. */
  'POST /api/file-requests/{token}/verify': {
    path: {
      /** The 64 characters at the end of the link. */
      token: string;
    };
    body: VerifyFileRequestBody;
    response: { accessToken: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'file_request.not_password_protected'
      | 'file_request.invalid_password'
      | 'file_request.not_found'
      | 'file_request.gone'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** 200 when the database responds too, 500 otherwise. `isEverythingOk` may be false in both cases. */
  'GET /api/health': {
    response: HealthView;
    error:
      'server.invalid_request.query' | 'server.database_unavailable' | 'server.too_many_connections' | 'api.timeout';
  };

  /** For liveness probes: responds as long as the process runs, whatever else is away. */
  'GET /api/health/live': {
    response: PingView;
    error:
      | 'server.invalid_request.query'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** For readiness probes and load balancers: 200 when this process can do its work, 503 otherwise. Looks at the database, its migrations, the storage, the search index, queues, workers and free space; results are up to 15 seconds old. */
  'GET /api/health/ready': {
    response: ReadyView;
    error: 'server.invalid_request.query' | 'internal.error' | 'api.timeout';
  };

  /** Delivers a mail: multipart/form-data with `email` and the attachments, signed with the secret of the server. The response is 202 when everything in it was taken, held or dropped; after any 5xx the same body can be sent again, and is taken once. */
  'POST /api/intake-emails/ingest': {
    body: FormData;
    response: undefined;
    error:
      | 'server.invalid_request.query'
      | 'intake_emails.signature_header_required'
      | 'server.invalid_request.form_data'
      | 'auth.unauthorized'
      | 'intake_emails.disabled'
      | 'intake_emails.too_large'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'documents.storage.unavailable'
      | 'api.timeout'
      | 'intake_emails.too_slow'
      | 'server.no_space_left'
      | 'documents.storage.full';
  };

  /** The invitations that the caller can accept now, oldest first. */
  'GET /api/invitations': {
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: ReceivedInvitationsResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** How many invitations the caller can accept now. */
  'GET /api/invitations/count': {
    response: InvitationCountResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Makes the caller, whose e-mail address was invited, a member. */
  'POST /api/invitations/{invitationId}/accept': {
    path: { invitationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'invitations.not-pending'
      | 'user.already_in_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'auth.email_not_verified'
      | 'invitations.not-found'
      | 'organization.member_limit_reached'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Withdraws a pending invitation. Owners and admins of its organization only. */
  'POST /api/invitations/{invitationId}/cancel': {
    path: { invitationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'invitations.not-pending'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'invitations.not-found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Declines an invitation for the e-mail address of the caller. */
  'POST /api/invitations/{invitationId}/reject': {
    path: { invitationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'invitations.not-pending'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'auth.email_not_verified'
      | 'invitations.not-found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Sends an invitation again that was rejected or cancelled, or has expired. Owners and admins of its organization only; limited as new invitations are. */
  'POST /api/invitations/{invitationId}/resend': {
    path: { invitationId: string };
    response: InvitationResponse | undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'user.already_in_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'organization.pending_invitation_limit_reached'
      | 'server.too_many_requests'
      | 'user.organization_invitation_limit_reached'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** This description. */
  'GET /api/openapi.json': { response: Record<string, unknown>; error: never };

  /** The organizations of the caller, oldest first. A key needs organizations:read. */
  'GET /api/organizations': {
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: OrganizationsResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Creates an organization that the caller owns. A key needs organizations:create. */
  'POST /api/organizations': {
    body: OrganizationNameBody;
    response: OrganizationResponse;
    error:
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.max_organization_count_reached'
      | 'user.too_many_deleted_organizations'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What the caller has deleted and may still restore, last deleted first. A key needs organizations:read. */
  'GET /api/organizations/deleted': {
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: OrganizationsResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** One organization. A key needs organizations:read. */
  'GET /api/organizations/{organizationId}': {
    path: { organizationId: string };
    response: OrganizationResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes the name; any member may. A key needs organizations:update. */
  'PUT /api/organizations/{organizationId}': {
    path: { organizationId: string };
    body: OrganizationNameBody;
    response: OrganizationResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Hides the organization from all members; it can be restored until its purge. Owners only. A key needs organizations:delete. */
  'DELETE /api/organizations/{organizationId}': {
    path: { organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'user.not_organization_owner'
      | 'organization.on_hold'
      | 'organization.retention_locked'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What happened in the organization, newest first, with the names of the users and documents: the same events as under `events`, for people. A key needs events:read. */
  'GET /api/organizations/{organizationId}/activity': {
    path: { organizationId: string };
    query?: {
      /** Only earlier events: the `cursor` of an event, or `nextCursor`. */
      before?: string;

      /** Events on a page, 1 to 100. */
      limit?: number;

      /** Only events with this name; repeat it for several. */
      name?: (
        | 'document:created'
        | 'document:updated'
        | 'document:deleted'
        | 'document:restored'
        | 'document:purged'
        | 'document:content:extracted'
        | 'document:rule-matched'
        | 'document-view:created'
        | 'document-view:updated'
        | 'document-view:deleted'
        | 'document:property:changed'
        | 'document:tag:added'
        | 'document:tag:removed'
        | 'custom-property:created'
        | 'custom-property:updated'
        | 'custom-property:deleted'
        | 'retention-rule:created'
        | 'retention-rule:updated'
        | 'retention-rule:deleted'
        | 'document:split'
        | 'document:split:refused'
        | 'tag:created'
        | 'tag:updated'
        | 'tag:deleted'
        | 'document:suggestions:changed'
        | 'agenda:due'
        | 'reminder:created'
        | 'reminder:updated'
        | 'reminder:deleted'
        | 'intake:failed'
        | 'intake:failure:removed'
        | 'intake-email:created'
        | 'intake-email:updated'
        | 'intake-email:deleted'
        | 'file-request:created'
        | 'file-request:updated'
        | 'file-request:deleted'
        | 'file-request:file:received'
        | 'document:share-link:created'
        | 'document:share-link:updated'
        | 'document:share-link:deleted'
        | 'webhook:created'
        | 'webhook:updated'
        | 'webhook:deleted'
        | 'webhook:disabled'
        | 'invitation:created'
        | 'invitation:resent'
        | 'invitation:accepted'
        | 'invitation:rejected'
        | 'invitation:cancelled'
        | 'invitation:expired'
        | 'organization:created'
        | 'organization:updated'
        | 'organization:deleted'
        | 'organization:restored'
        | 'organization:ownership-transferred'
        | 'member:added'
        | 'member:role-changed'
        | 'member:removed'
      )[];
    };
    response: ActivityResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** What comes due in a period: an entry for each document for which a reminder has a day in it. A key needs reminders:read, documents:read. */
  'GET /api/organizations/{organizationId}/agenda': {
    path: { organizationId: string };
    query: {
      /** The first day. */
      from: string;

      /** The last day, at most 1,100 days later. */
      to: string;

      /** Only later entries: the `nextCursor` of the page before. */
      after?: string;

      /** Entries on a page, 1 to 200. */
      limit?: number;

      /** Also entries that are done. */
      includeDone?: boolean;
    };
    response: AgendaView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'agenda.period_too_long'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Whether the caller has an address for calendar programs. */
  'GET /api/organizations/{organizationId}/agenda/feed': {
    path: { organizationId: string };
    response: AgendaFeedView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Makes a secret address for the caller. An earlier one ends. */
  'POST /api/organizations/{organizationId}/agenda/feed': {
    path: { organizationId: string };
    response: NewAgendaFeedView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Ends the address of the caller. */
  'DELETE /api/organizations/{organizationId}/agenda/feed': {
    path: { organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Marks an entry as done, moves it to another day, or takes both back. All members see it. A key needs reminders:update. */
  'PUT /api/organizations/{organizationId}/agenda/marks': {
    path: { organizationId: string };
    body: AgendaMarkBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'agenda.entry_not_found'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The number after the highest one in use, for the next paper. Another document may get it first. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/archive-numbers/next': {
    path: { organizationId: string };
    response: NextArchiveNumberView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Who did what in the organization, when and from where, newest first. Reading documents is not recorded. */
  'GET /api/organizations/{organizationId}/audit': {
    path: { organizationId: string };
    query?: {
      /** Only entries with this action or event; docs/reference/audit.md lists all. */
      action?: string;

      /** Only what this user has done, also with API keys: the id of the user. */
      actorId?: string;

      /** Only what was done to this: the id of a user, a document, an API key … */
      targetId?: string;

      /** Only entries before this one: the id of an entry, or `next` of the page before. */
      before?: string;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;

      /** Only entries from this time on. */
      from?: string;

      /** Only entries up to this time. */
      to?: string;
    };
    response: AuditEntriesResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The entries of these times as a file, with their hashes. */
  'GET /api/organizations/{organizationId}/audit/export': {
    path: { organizationId: string };
    query: {
      /** `jsonl`: one entry a line, can be verified later. `csv`: for spreadsheets. */
      format: 'jsonl' | 'csv';

      /** Only entries from this time on. */
      from?: string;

      /** Only entries up to this time. */
      to?: string;
    };
    response: Response;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** What the last check of the chain of hashes has found. */
  'GET /api/organizations/{organizationId}/audit/verification': {
    path: { organizationId: string };
    response: AuditVerificationView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Has a worker check every entry of the log, unless it does so already. */
  'POST /api/organizations/{organizationId}/audit/verification': {
    path: { organizationId: string };
    response: AuditVerificationView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** How often the organization has asked the auto-tagger, and the tokens that this has used, by month. A key needs organizations:read. */
  'GET /api/organizations/{organizationId}/auto-tagging/usage': {
    path: { organizationId: string };
    response: AutoTaggingUsageView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Creates a custom property. A key needs custom-properties:create. */
  'POST /api/organizations/{organizationId}/custom-properties': {
    path: { organizationId: string };
    body: CreateCustomPropertyBody;
    response: { propertyDefinition: CustomPropertyView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.organization_limit_reached'
      | 'custom_property_definition.already_exists'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The custom properties of the organization by `displayOrder`, then oldest first. A key needs custom-properties:read. */
  'GET /api/organizations/{organizationId}/custom-properties': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { propertyDefinitions: CustomPropertyView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The custom property of a role. An organization that has none gets it: a property of the type of the role, with this name or that of the role, becomes it, or a new one is made. It can be renamed, hidden and deleted as any other. A key needs custom-properties:create. */
  'PUT /api/organizations/{organizationId}/custom-properties/by-role/{role}': {
    path: {
      role:
        | 'correspondent'
        | 'document_type'
        | 'amount'
        | 'currency'
        | 'due_date'
        | 'iban'
        | 'invoice_number'
        | 'customer_number';
      organizationId: string;
    };
    body?: PropertyOfRoleBody;
    response: { propertyDefinition: CustomPropertyView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Puts custom properties into this order; those that are not named follow as they were. Returns all of them. A key needs custom-properties:update. */
  'PUT /api/organizations/{organizationId}/custom-properties/order': {
    path: { organizationId: string };
    body: CustomPropertyOrderBody;
    response: { propertyDefinitions: CustomPropertyView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** One custom property with its options. A key needs custom-properties:read. */
  'GET /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}': {
    path: { propertyDefinitionId: string; organizationId: string };
    response: { definition: CustomPropertyView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes a custom property; missing fields stay as they are. A key needs custom-properties:update. */
  'PUT /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}': {
    path: { propertyDefinitionId: string; organizationId: string };
    body?: UpdateCustomPropertyBody;
    response: { propertyDefinition: CustomPropertyView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'custom_property_definition.invalid_update'
      | 'custom_property_select_option.unknown_id'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.organization_limit_reached'
      | 'custom_property_definition.not_found'
      | 'custom_property_definition.already_exists'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a custom property with its options and the values of all documents. A key needs custom-properties:delete. */
  'DELETE /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}': {
    path: { propertyDefinitionId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The options of a custom property in their order, with the number of their active documents. A key needs documents:read, custom-properties:read. */
  'GET /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}/options': {
    path: { propertyDefinitionId: string; organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { options: CountedOptionView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Adds an option to a property of the type `select` or `multi_select`. Names that differ only in case, spaces, punctuation or the form of Unicode are the same; the message of the error names the option that exists. A key needs custom-properties:update. */
  'POST /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}/options': {
    path: { propertyDefinitionId: string; organizationId: string };
    body: NewOptionBody;
    response: { option: CustomPropertyOptionView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'custom_property_definition.invalid_update'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.organization_limit_reached'
      | 'custom_property_definition.not_found'
      | 'custom_property_select_option.already_exists'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Renames an option; documents that have it show the new name. A key needs custom-properties:update. */
  'PUT /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}/options/{optionId}': {
    path: { optionId: string; propertyDefinitionId: string; organizationId: string };
    body: NewOptionBody;
    response: { option: CustomPropertyOptionView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'custom_property_definition.invalid_update'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'custom_property_select_option.unknown'
      | 'custom_property_select_option.already_exists'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes an option, and the values of documents that are this option. A key needs custom-properties:update. */
  'DELETE /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}/options/{optionId}': {
    path: { optionId: string; propertyDefinitionId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'custom_property_definition.invalid_update'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'custom_property_select_option.unknown'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Merges an option into another one of the same property: a background task, after which all documents and tagging rules with this option have the other one, and this option is deleted. If the task is cancelled, documents that were changed stay changed. A key needs custom-properties:update. */
  'POST /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}/options/{optionId}/merge': {
    path: { optionId: string; propertyDefinitionId: string; organizationId: string };
    body: MergeOptionBody;
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'custom_property_select_option.merged_into_itself'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'custom_property_select_option.unknown'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** How many documents have a value of a custom property, and of each of its options: what a deletion removes. A key needs documents:read, custom-properties:read. */
  'GET /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}/usage': {
    path: { propertyDefinitionId: string; organizationId: string };
    response: { usage: PropertyUsageView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Deletes an archive before it expires. The task that prepares it is cancelled. A key needs documents:read. */
  'DELETE /api/organizations/{organizationId}/document-archives/{archiveId}': {
    path: { archiveId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_archives.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The archive as an attachment. It holds the documents that still exist and are not in the trash; `manifest.json` at its end lists all, with what is wrong with some. A prepared archive honours `Range`. A few archives are streamed at a time: `HEAD` says without a download whether there is a place. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/document-archives/{archiveId}/file': {
    path: { archiveId: string; organizationId: string };
    response: Response;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_archives.not_found'
      | 'documents.storage.file_not_found'
      | 'document_archives.not_ready'
      | 'document_archives.expired'
      | 'document.range_not_satisfiable'
      | 'server.too_many_requests'
      | 'document_archives.too_many_of_user'
      | 'internal.error'
      | 'documents.storage.file_damaged'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'document_archives.too_many_streams'
      | 'documents.storage.unavailable'
      | 'api.timeout';
  };

  /** What is done with codes on the documents of the organization, with the defaults of the server. A key needs organizations:read. */
  'GET /api/organizations/{organizationId}/document-codes/settings': {
    path: { organizationId: string };
    response: CodeSettingsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes settings, for documents that are read from now on; missing ones stay as they are. Owners only. A key needs organizations:update. */
  'PATCH /api/organizations/{organizationId}/document-codes/settings': {
    path: { organizationId: string };
    body?: CodeSettingsBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'user.not_organization_owner'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The passwords that are tried for protected documents, oldest first: their names only. Owners and administrators. A key needs organizations:read. */
  'GET /api/organizations/{organizationId}/document-passwords': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { documentPasswords: DocumentPasswordView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Adds a password that is tried for every document that needs one, at most 20. Documents that are there already are read again by `POST …/documents/batch/reprocess` with the outcome `encrypted`. Owners and administrators. A key needs organizations:update. */
  'POST /api/organizations/{organizationId}/document-passwords': {
    path: { organizationId: string };
    body: OrganizationPasswordBody;
    response: { documentPassword: DocumentPasswordView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_passwords.limit_reached'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Removes a password from the list; what was read with it stays. Owners and administrators. A key needs organizations:update. */
  'DELETE /api/organizations/{organizationId}/document-passwords/{passwordId}': {
    path: { passwordId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_passwords.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Saves a search under a name. Without `isShared` all members see it, unless its parent is private. A key needs document-views:create. */
  'POST /api/organizations/{organizationId}/document-views': {
    path: { organizationId: string };
    body: DocumentViewBody;
    response: DocumentViewResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'document_views.already_exists'
      | 'document_views.parent_not_found'
      | 'document_views.parent_private'
      | 'document_views.too_deep'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_views.limit_reached'
      | 'document_views.not_creator'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The shared views of the organization and the private ones of the caller, newest first. A key needs document-views:read. */
  'GET /api/organizations/{organizationId}/document-views': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { documentViews: DocumentViewView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** How many active documents each of these views finds, by the id of the view. Null: it could not be counted in time, or too many searches wait. A key needs document-views:read, documents:read. */
  'GET /api/organizations/{organizationId}/document-views/counts': {
    path: { organizationId: string };
    query?: {
      /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
      timeZone?: string;
    };
    response: { counts: Record<string, number | null> };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** One saved view. A key needs document-views:read. */
  'GET /api/organizations/{organizationId}/document-views/{documentViewId}': {
    path: { documentViewId: string; organizationId: string };
    response: DocumentViewResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_views.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes a saved view; missing fields stay as they are. A shared view that becomes private leaves behind, at its place, the views directly below it that other members see. A key needs document-views:update. */
  'PUT /api/organizations/{organizationId}/document-views/{documentViewId}': {
    path: { documentViewId: string; organizationId: string };
    body: DocumentViewBody;
    response: DocumentViewResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'document_views.already_exists'
      | 'document_views.parent_not_found'
      | 'document_views.parent_private'
      | 'document_views.inside_itself'
      | 'document_views.too_deep'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_views.limit_reached'
      | 'document_views.not_creator'
      | 'document_views.not_found'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a saved view. The views below it move to its place. A key needs document-views:delete. */
  'DELETE /api/organizations/{organizationId}/document-views/{documentViewId}': {
    path: { documentViewId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_views.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Active documents that match `searchQuery`, one page of them, and how many match in all. Texts are left out. Refused when too many searches of the organization, of the caller, or of all wait. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents': {
    path: { organizationId: string };
    query?: {
      /** At most 1024 characters; empty means all active documents. */
      searchQuery?: string;

      /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
      timeZone?: string;

      /** `relevance` puts first what fits the words of the query best; without words, the newest. It has no `sortOrder`. */
      sortField?: 'createdAt' | 'updatedAt' | 'name' | 'documentDate' | 'size' | 'relevance';
      sortOrder?: 'asc' | 'desc';

      /** Whether each document has `highlights`: where the words of the query are. */
      highlight?: boolean;

      /** Whether the response has an `explanation`: how the query was understood. */
      explain?: boolean;

      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: ListedDocumentsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout';
  };

  /** Uploads a file: multipart/form-data with `file` and, if wanted, `ocrLanguages`, `tagIds`, `documentDate` and `notes` in any order. Its text is read afterwards. When a document has the same content, the error names it with `documentId` and `documentName`, unless a key may not read documents. A key needs documents:create. */
  'POST /api/organizations/{organizationId}/documents': {
    path: { organizationId: string };
    body: FormData;
    response: UploadedDocumentView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'document.no_body'
      | 'document.invalid_file_fieldname'
      | 'document.parse_error'
      | 'document.empty_file'
      | 'server.invalid_request.form_data'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.already_exists'
      | 'idempotency.key_reused'
      | 'document.size_too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout'
      | 'server.no_space_left'
      | 'documents.storage.full';
  };

  /** Requests a zip archive with the files of these documents and a list of them, `manifest.json`. A small archive can be downloaded at once from its `url`, and is made while it is sent. A large one is prepared by a task, whose result has the `url`. Only the caller can download it, until it expires. A key needs documents:read. */
  'POST /api/organizations/{organizationId}/documents/batch/archive': {
    path: { organizationId: string };
    body: RequestArchiveBody;
    response: { archive: DocumentArchiveView } | StartedTask;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'document_archives.empty'
      | 'document_archives.too_many_documents'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document_archives.too_many_prepared'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Sets the date of documents, or takes it away. More than 1,000 documents are changed in the background. When too many searches wait, nothing is changed. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/batch/date': {
    path: { organizationId: string };
    body: BatchDateBody;
    response: StartedTask | undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Gives existing documents what new ones get: dates, details of invoices, or tags and options that were learned, as the organization has chosen. Only what is empty or was found before is filled; what someone has set or removed stays. More than 100 documents are looked at in the background. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/batch/fill/{finder}': {
    path: {
      /** `filing`: tags and options of properties that people gave to documents like these. */
      finder: 'dates' | 'invoice-details' | 'filing';
      organizationId: string;
    };
    body: BatchBody;
    response: StartedTask | undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What would be found in the first 100 documents of a filter. Nothing is changed. A key needs documents:read. */
  'POST /api/organizations/{organizationId}/documents/batch/fill/{finder}/preview': {
    path: {
      /** `filing`: tags and options of properties that people gave to documents like these. */
      finder: 'dates' | 'invoice-details' | 'filing';
      organizationId: string;
    };
    body: BatchBody;
    response: ProposedValuesView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Confirms documents, which leave the inbox, or puts them back; the response leaves out those that were so already. More than 1,000 documents are changed in the background. When too many searches wait, nothing is changed. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/batch/inbox': {
    path: { organizationId: string };
    body: BatchInboxBody;
    response: ChangedDocumentsView | StartedTask;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** How many documents a batch with this filter would have now. A key needs documents:read. */
  'POST /api/organizations/{organizationId}/documents/batch/preview': {
    path: { organizationId: string };
    body: BatchBody;
    response: { documentsCount: number };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Sets and removes the values of custom properties of documents. More than 1,000 documents, or more than 50,000 values, are changed in the background; an entry of a list and each 1,000 characters of a text count as one. When too many searches wait, nothing is changed. A key needs documents:update, custom-properties:read. */
  'POST /api/organizations/{organizationId}/documents/batch/properties': {
    path: { organizationId: string };
    body: BatchPropertiesBody;
    response: StartedTask | undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'custom_property_value.invalid'
      | 'custom_property_select_option.not_found'
      | 'custom_property_value.user_not_found'
      | 'custom_property_value.related_document_not_found'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Reads many files again, such as those that no plugin could read before: a background task. It is completed when all documents are in the queue, behind new uploads; each document shows how its extraction went. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/batch/reprocess': {
    path: { organizationId: string };
    body: ReprocessBody;
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Takes documents out of the trash: those that are named, or all of it with an empty query; another query is refused. Active documents are left as they are. More than 100 documents, or more than 8 MB of text, are restored in the background. A key needs documents:delete. */
  'POST /api/organizations/{organizationId}/documents/batch/restore': {
    path: { organizationId: string };
    body: BatchBody;
    response: StartedTask | undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'documents.batch.only_whole_trash'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Adds tags to documents and takes others off. More than 1,000 documents are changed in the background. When too many searches wait, nothing is changed. A key needs documents:update, tags:read. */
  'POST /api/organizations/{organizationId}/documents/batch/tags': {
    path: { organizationId: string };
    body: BatchTagsBody;
    response: StartedTask | undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tags.not_found'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Moves documents to the trash; those that are there already are left out of the response. More than 1,000 documents are moved in the background. When too many searches wait, nothing is changed. A key needs documents:delete. */
  'POST /api/organizations/{organizationId}/documents/batch/trash': {
    path: { organizationId: string };
    body: BatchBody;
    response: TrashedDocumentsView | StartedTask;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The trash, last trashed first unless it is sorted, whole or the documents with `name` in their name. Texts are left out where a page of them would be too long for one response. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/deleted': {
    path: { organizationId: string };
    query?: {
      /** Only documents that have this in their name, whatever the case; at most 255 characters. */
      name?: string;
      sortField?: 'createdAt' | 'deletedAt' | 'name' | 'size';
      sortOrder?: 'asc' | 'desc';

      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: DocumentsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** How many of the active documents that match have each tag, type, year and value of a property: the 20 most frequent of each, with exact numbers. Tags and properties that the caller may not read are left out. Refused when too many searches of the organization, of the caller, or of all wait. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/facets': {
    path: { organizationId: string };
    query?: {
      /** At most 1024 characters; empty means all active documents. */
      searchQuery?: string;

      /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
      timeZone?: string;
    };
    response: FacetsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout';
  };

  /** Which of these files the organization has, so that a client does not send them again. A key needs documents:read. */
  'POST /api/organizations/{organizationId}/documents/known': {
    path: { organizationId: string };
    body: KnownDocumentsBody;
    response: { known: KnownDocumentView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Makes one PDF of the pages of PDFs and of pictures, each of which is a page: a background task, whose result has `documentId`. The new document has the tags of all of them. The originals stay, unless `trashOriginals` is true, which needs the permission `documents:delete`: they go to the trash in the moment in which there is the new document. When a file is protected or damaged, nothing is changed and the task fails with the reason. A key needs documents:create, documents:read. */
  'POST /api/organizations/{organizationId}/documents/merge': {
    path: { organizationId: string };
    body: MergeBody;
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.merge_unsupported'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'documents.merge_in_trash'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'documents.merge_too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** How many documents there are and how many bytes they have: active, in the trash, and both. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/statistics': {
    path: { organizationId: string };
    response: StatisticsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Permanently removes all that is in the trash now. A large trash is emptied in the background after the response. Documents that are on legal hold or locked by a retention rule stay; the header `Held-Documents` of the response is their number, if there are any. A key needs documents:delete. */
  'DELETE /api/organizations/{organizationId}/documents/trash': {
    path: { organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Permanently removes those of the documents that are in the trash, not on legal hold and not locked by a retention rule. The others stay, and are left out of the response. A key needs documents:delete. */
  'POST /api/organizations/{organizationId}/documents/trash/purge': {
    path: { organizationId: string };
    body: PurgeBody;
    response: PurgedDocumentsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'documents.batch.documents_not_from_organization'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Removes a document of the trash permanently, unless it is on legal hold or locked by a retention rule. A key needs documents:delete. */
  'DELETE /api/organizations/{organizationId}/documents/trash/{documentId}': {
    path: { documentId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'document.not_deleted'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.on_hold'
      | 'document.retention_locked'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** One document with its text, tags and properties; a trashed one too. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}': {
    path: { documentId: string; organizationId: string };
    response: { document: DocumentView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes name, text, date or notes, or whether it is in the inbox; at least one. A key needs documents:update. */
  'PATCH /api/organizations/{organizationId}/documents/{documentId}': {
    path: { documentId: string; organizationId: string };
    body?: UpdateDocumentBody;
    response: { document: DocumentView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Moves a document to the trash. A key needs documents:delete. */
  'DELETE /api/organizations/{organizationId}/documents/{documentId}': {
    path: { documentId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What happened to a document, newest first. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/activity': {
    path: { documentId: string; organizationId: string };
    query?: {
      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: ActivitiesView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Sets the number under which the paper of a document is filed, or takes it away. A key needs documents:update. */
  'PUT /api/organizations/{organizationId}/documents/{documentId}/archive-number': {
    path: { documentId: string; organizationId: string };
    body: ArchiveNumberBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.archive_number_taken'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The files in the file of the document as it was last read: attachments of a mail, members of an archive, files that are embedded in a PDF. Empty until then, and for documents that were read by an earlier version. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/attachments': {
    path: { documentId: string; organizationId: string };
    response: AttachmentsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The barcodes and QR codes on the pages of the document, and what came of them. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/codes': {
    path: { documentId: string; organizationId: string };
    response: DocumentCodesView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The custom properties that have a value on the document. A key needs documents:read, custom-properties:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/custom-properties': {
    path: { documentId: string; organizationId: string };
    response: { customProperties: SetPropertyView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Sets the value of a custom property. The `updatedAt` of the document stays the same. A key needs documents:update, custom-properties:read. */
  'PUT /api/organizations/{organizationId}/documents/{documentId}/custom-properties/{propertyDefinitionId}': {
    path: { propertyDefinitionId: string; documentId: string; organizationId: string };
    body: SetPropertyBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'custom_property_value.invalid'
      | 'custom_property_select_option.not_found'
      | 'custom_property_value.user_not_found'
      | 'custom_property_value.related_document_not_found'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'custom_property_definition.not_found'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Removes the value of a custom property; nothing happens when there is none. A key needs documents:update, custom-properties:read. */
  'DELETE /api/organizations/{organizationId}/documents/{documentId}/custom-properties/{propertyDefinitionId}': {
    path: { propertyDefinitionId: string; documentId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'custom_property_definition.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The stored file, byte for byte, as an attachment; `Range`, `If-Range` and `If-None-Match` are honoured. It may take as long as the client keeps reading. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/file': {
    path: { documentId: string; organizationId: string };
    response: Response;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'documents.storage.file_not_found'
      | 'document.range_not_satisfiable'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'documents.storage.file_damaged'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout';
  };

  /** Where the content of the document has the words of a query, and where these places are on the pages. What the query excludes, and its filters, have no hits. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/hits': {
    path: { documentId: string; organizationId: string };
    query?: {
      /** At most 1024 characters; empty means no hits. */
      searchQuery?: string;

      /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
      timeZone?: string;
    };
    response: HitsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.too_many_texts'
      | 'api.timeout';
  };

  /** The legal hold on a document, with its reason. Owners and admins only. A key needs legal-holds:read, documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/hold': {
    path: { documentId: string; organizationId: string };
    response: DocumentHoldResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Puts a document on legal hold, in the trash or not, or gives the hold another reason: no user and no process removes it permanently until the hold is released. Owners and admins only. A key needs legal-holds:update. */
  'PUT /api/organizations/{organizationId}/documents/{documentId}/hold': {
    path: { documentId: string; organizationId: string };
    body: HoldReasonBody;
    response: LegalHoldResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Releases the hold on a document; one on the organization stays. Owners and admins only. A key needs legal-holds:update. */
  'DELETE /api/organizations/{organizationId}/documents/{documentId}/hold': {
    path: { documentId: string; organizationId: string };
    query: {
      /** Why it is released: 1 to 500 characters. The audit log keeps it. */
      reason: string;
    };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'legal_hold.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Where values of the document were found, without those that someone has changed since. A key needs documents:read, custom-properties:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/invoice-details': {
    path: { documentId: string; organizationId: string };
    response: { findings: InvoiceDetailFindingView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Tags and options of properties that were set by what was learned, until a person confirms or undoes them. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/learned-labels': {
    path: { documentId: string; organizationId: string };
    response: LearnedLabelsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Takes the label away from the document; it is not set or suggested again. A key needs documents:update. */
  'DELETE /api/organizations/{organizationId}/documents/{documentId}/learned-labels/{labelId}': {
    path: { labelId: string; documentId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.learned_label_not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Keeps the label; it is learned from as if a person had given it. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/learned-labels/{labelId}/confirm': {
    path: { labelId: string; documentId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.learned_label_not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The pages of the file as it was last read. Empty until then, and for documents that were read by an earlier version: reprocessing adds their pages. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/pages': {
    path: { documentId: string; organizationId: string };
    response: PagesView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Makes a new version of the document of pages of its PDF, which are turned, put in another order and left out: a background task, whose result has `version`. The file before stays as a version, and the text is read again. When the file is protected or damaged, or another document has the result, nothing is changed and the task fails with the reason. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/pages': {
    path: { documentId: string; organizationId: string };
    body: EditPagesBody;
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'document.pages_not_editable'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.being_read'
      | 'document.retention_locked'
      | 'document.file_changed'
      | 'document.too_many_versions'
      | 'document.version_in_trash'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The words of a page and where they are. Empty when that is not known, and where there is no such page. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/pages/{page}/words': {
    path: {
      /** Counted from 1. */
      page: number;
      documentId: string;
      organizationId: string;
    };
    response: PageWordsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Reads a document again that needs a password: a background task. Afterwards `extraction.outcome` of the document is `encrypted` as before if the password does not open the file. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/password': {
    path: { documentId: string; organizationId: string };
    body: DocumentPasswordBody;
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.not_protected'
      | 'document.is_being_read'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Removes the password that is kept for a document; the text that was read stays. A key needs documents:update. */
  'DELETE /api/organizations/{organizationId}/documents/{documentId}/password': {
    path: { documentId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.no_kept_password'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** A picture of one page as WebP; of a document in the trash, too. The first request for a page has it drawn and is answered with 202: ask again after `Retry-After`. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/preview': {
    path: { documentId: string; organizationId: string };
    query?: {
      /** `preview.version` of the document: with it the response may be cached permanently. */
      v?: string;

      /** Counted from 1. */
      page?: number;

      /** Pixels; a long page is narrower. */
      width?: 240 | 800 | 1600;
    };
    response: Response | { status: 'pending' };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'documents.preview_unavailable'
      | 'documents.storage.file_not_found'
      | 'server.too_many_requests'
      | 'documents.too_many_previews'
      | 'internal.error'
      | 'documents.storage.file_damaged'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout';
  };

  /** The steps of the last processing of the document, for a timeline. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/processing': {
    path: { documentId: string; organizationId: string };
    response: ProcessingView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** A table, a mail, a web page or a Markdown file as a page for a frame, without scripts, links and anything that would be loaded; of a document in the trash, too. Of a table there are 1,000 rows and 50 columns. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/rendition': {
    path: { documentId: string; organizationId: string };
    response: Response;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'documents.rendition_unavailable'
      | 'documents.storage.file_not_found'
      | 'server.too_many_requests'
      | 'documents.too_many_renditions'
      | 'internal.error'
      | 'documents.storage.file_damaged'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout';
  };

  /** Reads the file again and applies the tagging rules: a background task. The text is replaced only when reading gives one. A document in the trash may be read again too; it stays there. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/reprocess': {
    path: { documentId: string; organizationId: string };
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'tasks.limit_reached'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Takes a document out of the trash as it was. A key needs documents:delete. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/restore': {
    path: { documentId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'document.not_deleted'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Creates a link with which everybody who has its address can open the document, also one in the trash later on. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/share-links': {
    path: { documentId: string; organizationId: string };
    body?: CreateShareLinkBody;
    response: ShareLinkResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'share_link.limit_reached'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The links of a document, newest first. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/share-links': {
    path: { documentId: string; organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { shareLinks: ShareLinkView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The active documents that are like this one, the most similar first: at most 50, which share its rare words. None for a document of the trash. Refused when too many searches of the organization, of the caller, or of all wait. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/similar': {
    path: { documentId: string; organizationId: string };
    query?: {
      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: SimilarDocumentsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout';
  };

  /** What became of the latest split of the document: its parts, or why it was refused. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/split': {
    path: { documentId: string; organizationId: string };
    response: SplitView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Makes documents of the pages of a PDF: a background task, whose result has `documentIds`. The parts have the tags of the document. It goes to the trash in the moment in which there are all parts; when one of them is refused, because its content is known or the file is damaged or protected, nothing is changed and the task fails with the reason. A key needs documents:create, documents:delete. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/split': {
    path: { documentId: string; organizationId: string };
    body: SplitBody;
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.split_in_trash'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What is suggested for the document, where no person has set it: a date, a name and values of properties by an auto-tagger, tags and options of properties by what was learned from other documents. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/suggestions': {
    path: { documentId: string; organizationId: string };
    response: { suggestions: DocumentSuggestionView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Removes the suggestion; the document stays as it is. A key needs documents:update. */
  'DELETE /api/organizations/{organizationId}/documents/{documentId}/suggestions/{kind}': {
    path: {
      /** `documentDate` or `name`, or the id of a suggested tag or option, or of the property of a suggested value. */
      kind: string;
      documentId: string;
      organizationId: string;
    };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.suggestion_not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Gives the document what is suggested. Options that do not exist yet are created. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/suggestions/{kind}/accept': {
    path: {
      /** `documentDate` or `name`, or the id of a suggested tag or option, or of the property of a suggested value. */
      kind: string;
      documentId: string;
      organizationId: string;
    };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'custom_property_value.invalid'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.organization_limit_reached'
      | 'document.not_found'
      | 'document.suggestion_not_found'
      | 'document.suggestion_for_trashed_document'
      | 'custom_property_select_option.already_exists'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Adds a tag. A key needs documents:update, tags:read. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/tags': {
    path: { documentId: string; organizationId: string };
    body: AddTagBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'tags.not_found'
      | 'documents.already_has_tag'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Takes a tag off; nothing happens when it is not there. A key needs documents:update, tags:read. */
  'DELETE /api/organizations/{organizationId}/documents/{documentId}/tags/{tagId}': {
    path: { tagId: string; documentId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'tags.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The files that the document has had; the first in the list is its file. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/versions': {
    path: { documentId: string; organizationId: string };
    response: VersionsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The file of a version, byte for byte, as the file of the document is sent. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/documents/{documentId}/versions/{number}/file': {
    path: {
      /** Counted from 1. */
      number: number;
      documentId: string;
      organizationId: string;
    };
    response: Response;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.version_not_found'
      | 'documents.storage.file_not_found'
      | 'document.range_not_satisfiable'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'documents.storage.file_damaged'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout';
  };

  /** Gives the document the file of an earlier version: as a new version, so that the one before stays. The text is read again. Refused when another document has that content meanwhile. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/documents/{documentId}/versions/{number}/restore': {
    path: {
      /** Counted from 1. */
      number: number;
      documentId: string;
      organizationId: string;
    };
    response: RestoredVersionView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'document.not_found'
      | 'document.version_not_found'
      | 'document.already_exists'
      | 'document.being_read'
      | 'document.retention_locked'
      | 'document.too_many_versions'
      | 'document.version_in_trash'
      | 'document.version_is_current'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The events of the organization in the order of the commits, from the oldest kept one or from the one after `after`. Follow `nextCursor` until `hasMore` is false; ask again with it later, or open the stream, to get what happens then. A key needs events:read. */
  'GET /api/organizations/{organizationId}/events': {
    path: { organizationId: string };
    query?: {
      /** Events on a page, 1 to 500. */
      limit?: number;

      /** Only later events: the `cursor` of an event, or `nextCursor`. */
      after?: string;

      /** Only events with this name; repeat it for several. */
      name?: (
        | 'document:created'
        | 'document:updated'
        | 'document:deleted'
        | 'document:restored'
        | 'document:purged'
        | 'document:content:extracted'
        | 'document:rule-matched'
        | 'document-view:created'
        | 'document-view:updated'
        | 'document-view:deleted'
        | 'document:property:changed'
        | 'document:tag:added'
        | 'document:tag:removed'
        | 'custom-property:created'
        | 'custom-property:updated'
        | 'custom-property:deleted'
        | 'retention-rule:created'
        | 'retention-rule:updated'
        | 'retention-rule:deleted'
        | 'document:split'
        | 'document:split:refused'
        | 'tag:created'
        | 'tag:updated'
        | 'tag:deleted'
        | 'document:suggestions:changed'
        | 'agenda:due'
        | 'reminder:created'
        | 'reminder:updated'
        | 'reminder:deleted'
        | 'intake:failed'
        | 'intake:failure:removed'
        | 'intake-email:created'
        | 'intake-email:updated'
        | 'intake-email:deleted'
        | 'file-request:created'
        | 'file-request:updated'
        | 'file-request:deleted'
        | 'file-request:file:received'
        | 'document:share-link:created'
        | 'document:share-link:updated'
        | 'document:share-link:deleted'
        | 'webhook:created'
        | 'webhook:updated'
        | 'webhook:deleted'
        | 'webhook:disabled'
        | 'invitation:created'
        | 'invitation:resent'
        | 'invitation:accepted'
        | 'invitation:rejected'
        | 'invitation:cancelled'
        | 'invitation:expired'
        | 'organization:created'
        | 'organization:updated'
        | 'organization:deleted'
        | 'organization:restored'
        | 'organization:ownership-transferred'
        | 'member:added'
        | 'member:role-changed'
        | 'member:removed'
      )[];
    };
    response: EventsResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'events.cursor_gone'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Events as server-sent events, as they happen: from the one after `Last-Event-ID` or `after`, or from now on. The stream is resumed by the header, which `EventSource` sends by itself. A key needs events:read. */
  'GET /api/organizations/{organizationId}/events/stream': {
    path: { organizationId: string };
    query?: {
      /** Only later events: the `cursor` of an event, or `nextCursor`. */
      after?: string;

      /** Only events with this name; repeat it for several. */
      name?: (
        | 'document:created'
        | 'document:updated'
        | 'document:deleted'
        | 'document:restored'
        | 'document:purged'
        | 'document:content:extracted'
        | 'document:rule-matched'
        | 'document-view:created'
        | 'document-view:updated'
        | 'document-view:deleted'
        | 'document:property:changed'
        | 'document:tag:added'
        | 'document:tag:removed'
        | 'custom-property:created'
        | 'custom-property:updated'
        | 'custom-property:deleted'
        | 'retention-rule:created'
        | 'retention-rule:updated'
        | 'retention-rule:deleted'
        | 'document:split'
        | 'document:split:refused'
        | 'tag:created'
        | 'tag:updated'
        | 'tag:deleted'
        | 'document:suggestions:changed'
        | 'agenda:due'
        | 'reminder:created'
        | 'reminder:updated'
        | 'reminder:deleted'
        | 'intake:failed'
        | 'intake:failure:removed'
        | 'intake-email:created'
        | 'intake-email:updated'
        | 'intake-email:deleted'
        | 'file-request:created'
        | 'file-request:updated'
        | 'file-request:deleted'
        | 'file-request:file:received'
        | 'document:share-link:created'
        | 'document:share-link:updated'
        | 'document:share-link:deleted'
        | 'webhook:created'
        | 'webhook:updated'
        | 'webhook:deleted'
        | 'webhook:disabled'
        | 'invitation:created'
        | 'invitation:resent'
        | 'invitation:accepted'
        | 'invitation:rejected'
        | 'invitation:cancelled'
        | 'invitation:expired'
        | 'organization:created'
        | 'organization:updated'
        | 'organization:deleted'
        | 'organization:restored'
        | 'organization:ownership-transferred'
        | 'member:added'
        | 'member:role-changed'
        | 'member:removed'
      )[];
    };
    response: Response;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'events.invalid_cursor'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'events.cursor_gone'
      | 'server.too_many_requests'
      | 'events.too_many_streams_of_user'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'events.too_many_streams'
      | 'api.timeout';
  };

  /** Creates a link through which people without an account hand in files. A key needs file-requests:create. */
  'POST /api/organizations/{organizationId}/file-requests': {
    path: { organizationId: string };
    body: CreateFileRequestBody;
    response: FileRequestResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tags.not_found'
      | 'file_request.limit_reached'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The file requests of the organization, newest first; also those that have ended. A key needs file-requests:read. */
  'GET /api/organizations/{organizationId}/file-requests': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { fileRequests: FileRequestView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** One file request. A key needs file-requests:read. */
  'GET /api/organizations/{organizationId}/file-requests/{fileRequestId}': {
    path: { fileRequestId: string; organizationId: string };
    response: FileRequestResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'file_request.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes a file request; missing fields stay as they are. A key needs file-requests:update. */
  'PATCH /api/organizations/{organizationId}/file-requests/{fileRequestId}': {
    path: { fileRequestId: string; organizationId: string };
    body?: UpdateFileRequestBody;
    response: FileRequestResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'file_request.not_found'
      | 'tags.not_found'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a file request with the list of what came in. The documents stay. A key needs file-requests:delete. */
  'DELETE /api/organizations/{organizationId}/file-requests/{fileRequestId}': {
    path: { fileRequestId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'file_request.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The files that came in, newest first, each with its document. A key needs file-requests:read. */
  'GET /api/organizations/{organizationId}/file-requests/{fileRequestId}/files': {
    path: { fileRequestId: string; organizationId: string };
    query?: {
      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: ReceivedFilesResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'file_request.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Puts everything in the organization on legal hold, or gives the hold another reason: no user and no process removes any of it permanently until the hold is released, and the organization cannot be deleted. Owners and admins only. A key needs legal-holds:update. */
  'PUT /api/organizations/{organizationId}/hold': {
    path: { organizationId: string };
    body: HoldReasonBody;
    response: LegalHoldResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Releases the hold on the organization; those on documents stay. Owners and admins only. A key needs legal-holds:update. */
  'DELETE /api/organizations/{organizationId}/hold': {
    path: { organizationId: string };
    query: {
      /** Why it is released: 1 to 500 characters. The audit log keeps it. */
      reason: string;
    };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'legal_hold.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The legal holds of the organization, oldest first. Owners and admins only. A key needs legal-holds:read. */
  'GET /api/organizations/{organizationId}/holds': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: LegalHoldsResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The addresses of the organization that take mails, oldest first. A key needs intake-emails:read. */
  'GET /api/organizations/{organizationId}/intake-emails': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { intakeEmails: IntakeEmailView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Creates an address, whose name the server chooses. It takes no files before senders are allowed. A key needs intake-emails:create. */
  'POST /api/organizations/{organizationId}/intake-emails': {
    path: { organizationId: string };
    response: IntakeEmailResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'intake_email.already_exists'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'intake_email.limit_reached'
      | 'idempotency.key_reused'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'intake_email.service_unavailable'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Changes who may send, or whether the address takes mails at all; missing fields stay as they are. A key needs intake-emails:update. */
  'PUT /api/organizations/{organizationId}/intake-emails/{intakeEmailId}': {
    path: { intakeEmailId: string; organizationId: string };
    body?: UpdateIntakeEmailBody;
    response: IntakeEmailResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'intake_email.not_found'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes an address. Mails to it are dropped from now on. A key needs intake-emails:delete. */
  'DELETE /api/organizations/{organizationId}/intake-emails/{intakeEmailId}': {
    path: { intakeEmailId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'intake_email.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Files and mails that came in and could not be taken, newest first. A key needs intake-failures:read. */
  'GET /api/organizations/{organizationId}/intake/failures': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: { failures: IntakeFailureView[]; failuresCount: number };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Tries again to take all that the server or its source still has, at most 1,000 at once: a background job. A key needs intake-failures:update, documents:create. */
  'POST /api/organizations/{organizationId}/intake/failures/retry': {
    path: { organizationId: string };
    response: { retriedCount: number };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Removes a failure from the list. What the server holds of it is removed; what a folder or mailbox has stays there. A key needs intake-failures:delete. */
  'DELETE /api/organizations/{organizationId}/intake/failures/{failureId}': {
    path: { failureId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'intake.failure_not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Tries again to take it: a background job. When it succeeds, the failure disappears from the list. A file that was refused because of its sender is taken then: who retries it decides that. A key needs intake-failures:update, documents:create. */
  'POST /api/organizations/{organizationId}/intake/failures/{failureId}/retry': {
    path: { failureId: string; organizationId: string };
    response: { failure: IntakeFailureView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'intake.failure_not_found'
      | 'intake.failure_not_retryable'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The folders, mailboxes and other places that the server takes documents of the organization from. A key needs organizations:read. */
  'GET /api/organizations/{organizationId}/intake/sources': {
    path: { organizationId: string };
    response: { sources: IntakeSourceView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Whether amounts, due dates, IBANs and numbers of invoices and customers are found in documents. A key needs organizations:read. */
  'GET /api/organizations/{organizationId}/invoice-details': {
    path: { organizationId: string };
    response: { invoiceDetails: InvoiceDetailsSettingView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Turns it on or off. Turning it on gives the organization the custom properties that are filled, where it has none of their roles (`PUT …/custom-properties/by-role/:role` makes them with other names). One that is deleted afterwards is not filled and not made again. Owners only. A key needs organizations:update. */
  'PUT /api/organizations/{organizationId}/invoice-details': {
    path: { organizationId: string };
    body: InvoiceDetailsSettingBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'user.not_organization_owner'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What was learned from the documents that people have filed, and how well. A key needs organizations:read. */
  'GET /api/organizations/{organizationId}/learned-filing': {
    path: { organizationId: string };
    response: LearnedFilingView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Learns now, in the background, without waiting until enough has changed. Owners only. A key needs organizations:update. */
  'POST /api/organizations/{organizationId}/learned-filing/learn': {
    path: { organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The members of the organization, oldest first. */
  'GET /api/organizations/{organizationId}/members': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: MembersResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The invitations of the organization, oldest first. Owners and admins only. */
  'GET /api/organizations/{organizationId}/members/invitations': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: SentInvitationsResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Invites an e-mail address by mail. When the server has no mail transport that delivers, the response has the link to pass on. Owners and admins only; limited for each user and 24 hours. */
  'POST /api/organizations/{organizationId}/members/invitations': {
    path: { organizationId: string };
    body: InviteBody;
    response: InvitationResponse | undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'user.already_in_organization'
      | 'organization.invitation_already_exists'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'organization.pending_invitation_limit_reached'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'user.organization_invitation_limit_reached'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The membership of the caller; `auth.forbidden` for users who are not members. */
  'GET /api/organizations/{organizationId}/members/me': {
    path: { organizationId: string };
    response: MemberResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Gives a member another role. Owners and admins only; the owner keeps its role. */
  'PATCH /api/organizations/{organizationId}/members/{memberId}': {
    path: { memberId: string; organizationId: string };
    body: MemberRoleBody;
    response: MemberResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Removes a member: owners and admins any but the owner, every other member only itself, to leave the organization. */
  'DELETE /api/organizations/{organizationId}/members/{memberId}': {
    path: { memberId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Makes another member the owner; the caller, who is the owner, becomes an admin. */
  'POST /api/organizations/{organizationId}/members/{memberId}/transfer-ownership': {
    path: { memberId: string; organizationId: string };
    response: MemberResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'user.not_organization_owner'
      | 'user.max_organization_count_reached'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The reminders of the organization, oldest first. A key needs reminders:read. */
  'GET /api/organizations/{organizationId}/reminders': {
    path: { organizationId: string };
    response: { reminders: ReminderView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Creates a reminder. Its entries are on the agenda at once; nothing is sent about days before today. A key needs reminders:create. */
  'POST /api/organizations/{organizationId}/reminders': {
    path: { organizationId: string };
    body: ReminderBody;
    response: ReminderResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'reminders.no_date'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'reminders.limit_reached'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The first 10 entries from today on that a reminder would have. Saves nothing. A key needs reminders:read, documents:read. */
  'POST /api/organizations/{organizationId}/reminders/preview': {
    path: { organizationId: string };
    body: ReminderBody;
    response: PreviewedEntriesView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'reminders.no_date'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** One reminder. A key needs reminders:read. */
  'GET /api/organizations/{organizationId}/reminders/{reminderId}': {
    path: { reminderId: string; organizationId: string };
    response: ReminderResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'reminders.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Replaces a reminder. What was done or put off stays, as far as the documents have the same dates. A key needs reminders:update. */
  'PUT /api/organizations/{organizationId}/reminders/{reminderId}': {
    path: { reminderId: string; organizationId: string };
    body: ReminderBody;
    response: ReminderResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'reminders.no_date'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'reminders.not_found'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a reminder, with what was noted about its entries. A key needs reminders:delete. */
  'DELETE /api/organizations/{organizationId}/reminders/{reminderId}': {
    path: { reminderId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'reminders.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Restores a deleted organization with its members, unless its purge is due. */
  'POST /api/organizations/{organizationId}/restore': {
    path: { organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'organization.not_deleted'
      | 'organization.only_previous_owner_can_restore'
      | 'organization.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The retention rules of the organization, oldest first. A key needs retention-rules:read. */
  'GET /api/organizations/{organizationId}/retention-rules': {
    path: { organizationId: string };
    response: { retentionRules: RetentionRuleView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Creates a retention rule, which the next hourly run applies if it is enabled. Owners and admins only. A key needs retention-rules:create. */
  'POST /api/organizations/{organizationId}/retention-rules': {
    path: { organizationId: string };
    body: RetentionRuleBody;
    response: RetentionRuleResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'retention_rules.no_date'
      | 'search.not_understood'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'retention_rules.limit_reached'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** One retention rule. A key needs retention-rules:read. */
  'GET /api/organizations/{organizationId}/retention-rules/{retentionRuleId}': {
    path: { retentionRuleId: string; organizationId: string };
    response: RetentionRuleResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'retention_rules.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Replaces a retention rule. One that locks documents can only be made longer. Owners and admins only. A key needs retention-rules:update. */
  'PUT /api/organizations/{organizationId}/retention-rules/{retentionRuleId}': {
    path: { retentionRuleId: string; organizationId: string };
    body: RetentionRuleBody;
    response: RetentionRuleResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'retention_rules.no_date'
      | 'search.not_understood'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'retention_rules.not_found'
      | 'retention_rules.locks'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a retention rule, unless it locks documents. Owners and admins only. A key needs retention-rules:delete. */
  'DELETE /api/organizations/{organizationId}/retention-rules/{retentionRuleId}': {
    path: { retentionRuleId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'retention_rules.not_found'
      | 'retention_rules.locks'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What a rule would do now, enabled or not: how many documents, and the first of them. Changes nothing. A key needs retention-rules:read, documents:read. */
  'GET /api/organizations/{organizationId}/retention-rules/{retentionRuleId}/preview': {
    path: { retentionRuleId: string; organizationId: string };
    response: RetentionPreviewView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'search.not_understood'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'retention_rules.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout';
  };

  /** What can stand at the caret of a query that is being typed: filters, properties, tags, values and names of documents. Tags, properties and members that the caller may not read are left out. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/search/suggestions': {
    path: { organizationId: string };
    query?: {
      /** What has been typed, at most 1024 characters. */
      query?: string;

      /** The zone in which the days of `created:` begin: an IANA name; without it, that of the server. */
      timeZone?: string;

      /** Where the caret is, as UTF-16 offset into the query; without it, at the end. */
      caret?: number;

      /** Whether to look for a similar query when this one finds nothing. It takes several searches. */
      didYouMean?: boolean;
    };
    response: SuggestionsView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'search.unavailable'
      | 'api.timeout';
  };

  /** The settings of the organization, with the defaults of the server for the rest. A key needs organizations:read. */
  'GET /api/organizations/{organizationId}/settings': {
    path: { organizationId: string };
    response: OrganizationSettingsResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes settings; missing ones stay as they are. Owners only. A key needs organizations:update. */
  'PATCH /api/organizations/{organizationId}/settings': {
    path: { organizationId: string };
    body?: OrganizationSettingsBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'user.not_organization_owner'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The links of the organization, newest first. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/share-links': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { shareLinks: ListedShareLinkView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes a link; at least one field. A link that is disabled or expired can be used again later. A key needs documents:update. */
  'PATCH /api/organizations/{organizationId}/share-links/{shareLinkId}': {
    path: { shareLinkId: string; organizationId: string };
    body?: UpdateShareLinkBody;
    response: ShareLinkResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'share_link.not_found'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a link. A key needs documents:update. */
  'DELETE /api/organizations/{organizationId}/share-links/{shareLinkId}': {
    path: { shareLinkId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'share_link.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The latest 100 visits of a link, newest first. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/share-links/{shareLinkId}/accesses': {
    path: { shareLinkId: string; organizationId: string };
    response: { accesses: ShareLinkAccessView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'share_link.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The plan of the organization: there is only the one without limits. */
  'GET /api/organizations/{organizationId}/subscription': {
    path: { organizationId: string };
    response: SubscriptionResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The rules of the organization, oldest first. A key needs tagging-rules:read. */
  'GET /api/organizations/{organizationId}/tagging-rules': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Rules on a page, 1 to 500. */
      pageSize?: number;
    };
    response: { taggingRules: TaggingRuleView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'api.timeout';
  };

  /** Creates a rule. It looks at documents that come in from now on; for those that are there, apply it. A key needs tagging-rules:create. */
  'POST /api/organizations/{organizationId}/tagging-rules': {
    path: { organizationId: string };
    body: TaggingRuleBody;
    response: { taggingRule: TaggingRuleView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'tagging-rules.invalid'
      | 'custom_property_value.invalid'
      | 'custom_property_select_option.not_found'
      | 'custom_property_value.user_not_found'
      | 'custom_property_value.related_document_not_found'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tags.not_found'
      | 'custom_property_definition.not_found'
      | 'tagging-rules.limit-reached'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** How many active documents a rule with these conditions would match now, and the newest of them. A key needs documents:read, tagging-rules:read. */
  'POST /api/organizations/{organizationId}/tagging-rules/preview': {
    path: { organizationId: string };
    body: PreviewRuleBody;
    response: RulePreviewView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'tagging-rules.invalid'
      | 'custom_property_value.invalid'
      | 'custom_property_select_option.not_found'
      | 'custom_property_value.user_not_found'
      | 'custom_property_value.related_document_not_found'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'custom_property_definition.not_found'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What rules have changed in documents after these came in or were read again, newest first; of the last 30 days. Documents in which nothing was changed are not listed. `runsCount` is at most 10,000. A key needs documents:read, tagging-rules:read. */
  'GET /api/organizations/{organizationId}/tagging-rules/runs': {
    path: { organizationId: string };
    query?: {
      /** Only runs over this document. */
      documentId?: string;

      /** Only runs in which this rule matched. */
      taggingRuleId?: string;

      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: { runs: RuleRunView[]; runsCount: number };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Takes back what is still as the run has left it: tags, values, the date and the name. Once; refused when there is nothing to take back. `skipped` are the changes that were left, because something else changed there since. A key needs documents:update, tagging-rules:read. */
  'POST /api/organizations/{organizationId}/tagging-rules/runs/{runId}/undo': {
    path: { runId: string; organizationId: string };
    response: { run: RuleRunView; skipped: RunChangeView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tagging-rules.run-not-found'
      | 'tagging-rules.run-already-undone'
      | 'tagging-rules.run-changed-since'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** One rule. A key needs tagging-rules:read. */
  'GET /api/organizations/{organizationId}/tagging-rules/{taggingRuleId}': {
    path: { taggingRuleId: string; organizationId: string };
    response: { taggingRule: TaggingRuleView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tagging-rules.not-found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Replaces a rule with all its conditions and tags; what is optional and missing stays as it is. A key needs tagging-rules:update. */
  'PUT /api/organizations/{organizationId}/tagging-rules/{taggingRuleId}': {
    path: { taggingRuleId: string; organizationId: string };
    body: TaggingRuleBody;
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'tagging-rules.invalid'
      | 'custom_property_value.invalid'
      | 'custom_property_select_option.not_found'
      | 'custom_property_value.user_not_found'
      | 'custom_property_value.related_document_not_found'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tagging-rules.not-found'
      | 'tags.not_found'
      | 'custom_property_definition.not_found'
      | 'tagging-rules.limit-reached'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a rule; what it has changed stays. A key needs tagging-rules:delete. */
  'DELETE /api/organizations/{organizationId}/tagging-rules/{taggingRuleId}': {
    path: { taggingRuleId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tagging-rules.not-found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Does what a rule says, enabled or not, to all active documents that it matches: a background task, which can be undone for an hour. With `dryRun=true` nothing changes; the result of the task says how many and which documents would. A key needs tags:read, documents:update. */
  'POST /api/organizations/{organizationId}/tagging-rules/{taggingRuleId}/apply': {
    path: { taggingRuleId: string; organizationId: string };
    query?: {
      /** `true`: change nothing, only say in the task's result what would change. */
      dryRun?: boolean;
    };
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tagging-rules.not-found'
      | 'tasks.limit_reached'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Creates a tag. The body is JSON or a form. A key needs tags:create. */
  'POST /api/organizations/{organizationId}/tags': {
    path: { organizationId: string };
    body: CreateTagBody;
    response: { tag: TagView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'tags.parent_not_found'
      | 'tags.too_deep'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tags.organization_limit_reached'
      | 'tags.already_exists'
      | 'idempotency.key_reused'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The tags of the organization, newest first, with the number of their active documents. A key needs tags:read. */
  'GET /api/organizations/{organizationId}/tags': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { tags: ListedTagView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes a tag; missing fields stay as they are. The body is JSON or a form. A key needs tags:update. */
  'PUT /api/organizations/{organizationId}/tags/{tagId}': {
    path: { tagId: string; organizationId: string };
    body?: UpdateTagBody;
    response: { tag: TagView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'tags.parent_not_found'
      | 'tags.in_itself'
      | 'tags.too_deep'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tags.not_found'
      | 'tags.already_exists'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a tag and removes it from every document. Tags below it have no tag above them then. A key needs tags:delete. */
  'DELETE /api/organizations/{organizationId}/tags/{tagId}': {
    path: { tagId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tags.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Merges a tag into another one: a background task, after which all documents and tagging rules with this tag have the other one, and this tag is deleted. If the task is cancelled, documents that were changed stay changed. A key needs tags:update, tags:delete. */
  'POST /api/organizations/{organizationId}/tags/{tagId}/merge': {
    path: { tagId: string; organizationId: string };
    body: MergeTagBody;
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'tags.merged_into_itself'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tags.not_found'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Background tasks of the organization, newest first. Those finished more than 30 days ago are gone. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/tasks': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. */
      pageIndex?: number;

      /** Entries on a page, 1 to 100. */
      pageSize?: number;
    };
    response: { tasks: TaskView[]; tasksCount: number };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** How a background task is coming along. A key needs documents:read. */
  'GET /api/organizations/{organizationId}/tasks/{taskId}': {
    path: { taskId: string; organizationId: string };
    response: { task: TaskView };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Cancels a background task that waits or runs, if `isCancellable` says that it can be. What it has done so far stays; what a batch has changed can be undone. The caller needs the permissions of the request that started it. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/tasks/{taskId}/cancel': {
    path: { taskId: string; organizationId: string };
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.not_found'
      | 'tasks.not_cancellable'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Takes back what a batch has changed, within an hour of its end: a background task, which can be undone in turn. Documents that were changed in the same place since are left as they are and counted as skipped. The caller needs the permissions of the batch. A key needs documents:update. */
  'POST /api/organizations/{organizationId}/tasks/{taskId}/undo': {
    path: { taskId: string; organizationId: string };
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'tasks.not_found'
      | 'tasks.not_undoable'
      | 'tasks.not_ended'
      | 'tasks.already_undone'
      | 'tasks.undo_expired'
      | 'tasks.limit_reached'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Begins an upload that can be continued after an interruption (tus 1.0: creation). The file, or its beginning, may be in the body. The file becomes a document with its last byte; an upload that is not finished is removed after 24 hours. A key needs documents:create. */
  'POST /api/organizations/{organizationId}/uploads': {
    path: { organizationId: string };
    body?: FormData;
    response: ResumableUploadProgressView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'uploads.invalid_length'
      | 'uploads.invalid_metadata'
      | 'server.invalid_request.form_data'
      | 'document.empty_file'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'uploads.too_many_parts'
      | 'document.already_exists'
      | 'idempotency.key_reused'
      | 'uploads.unsupported_version'
      | 'uploads.length_exceeded'
      | 'document.size_too_large'
      | 'uploads.unsupported_type'
      | 'server.too_many_requests'
      | 'uploads.too_many_unfinished'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout'
      | 'server.no_space_left'
      | 'documents.storage.full';
  };

  /** How far an upload is. `HEAD` has it in the headers of tus. A key needs documents:create. */
  'GET /api/organizations/{organizationId}/uploads/{uploadId}': {
    path: { uploadId: string; organizationId: string };
    response: ResumableUploadProgressView;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'uploads.not_found'
      | 'uploads.expired'
      | 'uploads.unsupported_version'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Continues an upload (tus 1.0): the bytes from `Upload-Offset` on. Every byte up to the `Upload-Offset` of the response is stored durably; what arrived before an interruption is kept, too. The request with the last byte responds with the document. A key needs documents:create. */
  'PATCH /api/organizations/{organizationId}/uploads/{uploadId}': {
    path: { uploadId: string; organizationId: string };
    body?: FormData;
    response: ResumableUploadProgressView | undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'uploads.invalid_offset'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'uploads.not_found'
      | 'uploads.wrong_offset'
      | 'uploads.too_many_parts'
      | 'document.already_exists'
      | 'uploads.expired'
      | 'uploads.unsupported_version'
      | 'uploads.length_exceeded'
      | 'uploads.unsupported_type'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout'
      | 'server.no_space_left'
      | 'documents.storage.full';
  };

  /** Cancels an upload and removes what has arrived (tus 1.0: termination). A document that it became stays. A key needs documents:create. */
  'DELETE /api/organizations/{organizationId}/uploads/{uploadId}': {
    path: { uploadId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'uploads.not_found'
      | 'uploads.expired'
      | 'uploads.unsupported_version'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What the organization uses of its plan. */
  'GET /api/organizations/{organizationId}/usage': {
    path: { organizationId: string };
    response: UsageResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** What the organization stored day by day, oldest first. */
  'GET /api/organizations/{organizationId}/usage/history': {
    path: { organizationId: string };
    query?: {
      /** How many days, 1 to 365; the last one is today. */
      days?: number;
    };
    response: UsageHistoryResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Creates a webhook. It gets the events from now on. A key needs webhooks:create. */
  'POST /api/organizations/{organizationId}/webhooks': {
    path: { organizationId: string };
    body: CreateWebhookBody;
    response: WebhookResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'webhooks.ssrf_unsafe_url'
      | 'idempotency.invalid_key'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.limit_reached'
      | 'idempotency.key_reused'
      | 'idempotency.already_used'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The webhooks of the organization, oldest first, each with its newest delivery. A key needs webhooks:read. */
  'GET /api/organizations/{organizationId}/webhooks': {
    path: { organizationId: string };
    query?: {
      /** Page number, counted from 0. A page that is not full is the last one. */
      pageIndex?: number;

      /** Entries on a page, 1 to 1,000. */
      pageSize?: number;
    };
    response: { webhooks: ListedWebhookView[] };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** One webhook. A key needs webhooks:read. */
  'GET /api/organizations/{organizationId}/webhooks/{webhookId}': {
    path: { webhookId: string; organizationId: string };
    response: WebhookResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes a webhook; missing fields stay as they are. A key needs webhooks:update. */
  'PUT /api/organizations/{organizationId}/webhooks/{webhookId}': {
    path: { webhookId: string; organizationId: string };
    body?: UpdateWebhookBody;
    response: WebhookResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'webhooks.ssrf_unsafe_url'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Deletes a webhook with its deliveries. A key needs webhooks:delete. */
  'DELETE /api/organizations/{organizationId}/webhooks/{webhookId}': {
    path: { webhookId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What was sent to a webhook or waits to be sent, newest first. A key needs webhooks:read. */
  'GET /api/organizations/{organizationId}/webhooks/{webhookId}/deliveries': {
    path: { webhookId: string; organizationId: string };
    query?: {
      status?: 'pending' | 'succeeded' | 'failed' | 'cancelled';
      event?:
        | 'document:created'
        | 'document:deleted'
        | 'document:updated'
        | 'document:tag:added'
        | 'document:tag:removed'
        | 'document:property:changed'
        | 'document:restored'
        | 'document:purged'
        | 'document:content:extracted'
        | 'document:rule-matched'
        | 'tag:created'
        | 'tag:updated'
        | 'tag:deleted'
        | 'custom-property:created'
        | 'custom-property:updated'
        | 'custom-property:deleted'
        | 'document-view:created'
        | 'document-view:updated'
        | 'document-view:deleted'
        | 'agenda:due'
        | 'reminder:created'
        | 'reminder:updated'
        | 'reminder:deleted'
        | 'organization:updated'
        | 'organization:deleted'
        | 'organization:restored'
        | 'organization:ownership-transferred'
        | 'member:added'
        | 'member:role-changed'
        | 'member:removed'
        | 'webhook:ping';

      /** Only deliveries that are older than this one: the last of the previous page. */
      before?: string;

      /** 1 to 100. */
      limit?: number;
    };
    response: DeliveriesResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'webhooks.delivery_not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** One delivery with its attempts. A key needs webhooks:read. */
  'GET /api/organizations/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}': {
    path: { deliveryId: string; webhookId: string; organizationId: string };
    response: DeliveryResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'webhooks.delivery_not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Sends what a finished delivery has sent again, under the same `webhook-id`. A key needs webhooks:update. */
  'POST /api/organizations/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    path: { deliveryId: string; webhookId: string; organizationId: string };
    response: DeliveryResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'webhooks.delivery_not_found'
      | 'webhooks.delivery_not_finished'
      | 'webhooks.disabled'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Sends a test message, `webhook:ping`, to an enabled or disabled webhook. It is not retried. A key needs webhooks:update. */
  'POST /api/organizations/{organizationId}/webhooks/{webhookId}/ping': {
    path: { webhookId: string; organizationId: string };
    response: DeliveryResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Sends every event since then to which the webhook subscribes again: a background task, one at a time. A key needs webhooks:update. */
  'POST /api/organizations/{organizationId}/webhooks/{webhookId}/replay': {
    path: { webhookId: string; organizationId: string };
    body: ReplayEventsBody;
    response: { taskId: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'webhooks.disabled'
      | 'webhooks.replay_running'
      | 'tasks.limit_reached'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Adds a new secret. Until the rotation is finished, `webhook-signature` is still made with the old secret, and `webhook-signature-next` with the new one. A key needs webhooks:update. */
  'POST /api/organizations/{organizationId}/webhooks/{webhookId}/secret-rotation': {
    path: { webhookId: string; organizationId: string };
    body: RotateSecretBody;
    response: WebhookResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'webhooks.no_secret'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Drops the new secret and keeps the old one. A key needs webhooks:update. */
  'DELETE /api/organizations/{organizationId}/webhooks/{webhookId}/secret-rotation': {
    path: { webhookId: string; organizationId: string };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'webhooks.secret_rotation_not_started'
      | 'server.precondition_failed'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Replaces the old secret by the new one. A key needs webhooks:update. */
  'POST /api/organizations/{organizationId}/webhooks/{webhookId}/secret-rotation/finish': {
    path: { webhookId: string; organizationId: string };
    response: WebhookResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'user.not_in_organization'
      | 'webhooks.not_found'
      | 'webhooks.secret_rotation_not_started'
      | 'server.precondition_failed'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** Responds as long as the process runs. */
  'GET /api/ping': {
    response: PingView;
    error:
      | 'server.invalid_request.query'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Always empty: nothing is sold here. */
  'GET /api/plan-entitlements': {
    response: PlanEntitlementsResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Always refused: existing clients can ask for a plan, and every user has all there is. */
  'POST /api/plan-entitlements/{type}/claim': {
    path: { type: 'selfhst-premium' };
    response: undefined;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'plan_entitlements.claims_not_enabled'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What a link shows. With a password it needs the token of `verify` as `Authorization: Bearer`. */
  'GET /api/share-links/{shareLinkToken}/document': {
    path: {
      /** 64 letters and digits; upper and lower case are different. */
      shareLinkToken: string;
    };
    response: SharedDocumentResponse;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'share_link.password_required'
      | 'share_link.not_found'
      | 'document.not_found'
      | 'share_link.gone'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** The file of the document, as an attachment; `Range`, `If-Range` and `If-None-Match` are honoured. The rest of a file that is requested within an hour is part of the same download. */
  'GET /api/share-links/{shareLinkToken}/document/file': {
    path: {
      /** 64 letters and digits; upper and lower case are different. */
      shareLinkToken: string;
    };
    response: Response;
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'share_link.password_required'
      | 'share_link.not_found'
      | 'document.not_found'
      | 'documents.storage.file_not_found'
      | 'share_link.gone'
      | 'document.range_not_satisfiable'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'documents.storage.file_damaged'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout';
  };

  /** A picture of one page, as in `GET …/documents/:documentId/preview`. */
  'GET /api/share-links/{shareLinkToken}/document/preview': {
    path: {
      /** 64 letters and digits; upper and lower case are different. */
      shareLinkToken: string;
    };
    query?: {
      /** Counted from 1. */
      page?: number;

      /** Pixels; a long page is narrower. */
      width?: 240 | 800 | 1600;
    };
    response: Response | { status: 'pending' };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'share_link.password_required'
      | 'share_link.not_found'
      | 'document.not_found'
      | 'documents.preview_unavailable'
      | 'documents.storage.file_not_found'
      | 'share_link.gone'
      | 'server.too_many_requests'
      | 'documents.too_many_previews'
      | 'internal.error'
      | 'documents.storage.file_damaged'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'documents.storage.unavailable'
      | 'api.timeout';
  };

  /** Checks the password of a link. The token opens the link for some minutes, or until the password changes. */
  'POST /api/share-links/{shareLinkToken}/verify': {
    path: {
      /** 64 letters and digits; upper and lower case are different. */
      shareLinkToken: string;
    };
    body: VerifyPasswordBody;
    response: { accessToken: string };
    error:
      | 'server.invalid_request.params'
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'share_link.not_password_protected'
      | 'share_link.invalid_password'
      | 'share_link.not_found'
      | 'share_link.gone'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'server.busy'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** The signed-in user, or the one whose key it is; a key needs no permission for it. */
  'GET /api/users/me': {
    response: CurrentUserResponse;
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Changes the name of the signed-in user. */
  'PUT /api/users/me': {
    body: RenameUserBody;
    response: UserResponse;
    error:
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };

  /** What clients keep for the signed-in user, such as the theme; empty at first. */
  'GET /api/users/me/preferences': {
    response: { preferences: Record<string, unknown> };
    error:
      | 'server.invalid_request.query'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout';
  };

  /** Replaces all preferences of the signed-in user. */
  'PUT /api/users/me/preferences': {
    body: ReplacePreferencesBody;
    response: { preferences: Record<string, unknown> };
    error:
      | 'server.invalid_request.query'
      | 'server.invalid_request.body'
      | 'server.invalid_request.malformed_json'
      | 'auth.unauthorized'
      | 'auth.forbidden'
      | 'server.precondition_failed'
      | 'server.invalid_request.too_large'
      | 'server.too_many_requests'
      | 'internal.error'
      | 'server.too_many_bodies'
      | 'server.database_unavailable'
      | 'server.too_many_connections'
      | 'api.timeout'
      | 'server.no_space_left';
  };
}
