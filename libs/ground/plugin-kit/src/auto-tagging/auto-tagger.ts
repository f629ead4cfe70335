import type { HostServices } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';

/** A custom property of an organization of which the document has no value. */
export interface TaggingProperty {
  /** Each name once in a request. */
  name: string;
  description: string | null;
  type: 'boolean' | 'date' | 'multi_select' | 'number' | 'select' | 'text';
  /** The names of the options of `select` and `multi_select`, at most 200; else empty. */
  options: readonly string[];
}

/** The value that a property should have. */
export interface SuggestedProperty {
  /** Of a property of the request. */
  name: string;
  /**
   * By its type: a boolean, a date as `YYYY-MM-DD`, a finite number, a text of one line with at most 500 characters, the
   * name of an option for `select`, or up to 10 names for `multi_select`. An option that does not exist is created when a
   * person accepts it.
   */
  value: boolean | number | string | readonly string[];
}

/** The document to suggest tags for, and the tags there are. */
export interface TaggingRequest {
  organizationId: string;
  documentId: string;
  name: string;
  /** At most 100,000 UTF-16 units of the content. */
  content: string;
  /** The tags of the organization. */
  tags: readonly { name: string; description: string | null }[];
  /** True when names may be suggested that are not in `tags`. */
  mayCreateTags: boolean;
  /** The host keeps the first of them. */
  maxTags: number;
  /** True when a date and a name may be suggested as well. */
  maySuggestDetails: boolean;
  /** Of these a value may be suggested, at most 50; missing or empty: of none. */
  properties?: readonly TaggingProperty[];
}

/** What an auto-tagger suggests. */
export interface TaggingSuggestion {
  /** Names, the most fitting first. The host ignores unknown names unless `mayCreateTags` was true. */
  tags: readonly string[];
  /** The date of the document itself, `YYYY-MM-DD`, if its text has one. A person accepts it, or does not. */
  documentDate?: string;
  /** A short name for the document, 1 to 255 characters. A person accepts it, or does not. */
  name?: string;
  /** Values of `properties` of the request, each at most once. A person accepts them, or does not. */
  properties?: readonly SuggestedProperty[];
  /**
   * What the call has used, as the service reports it: `{ inputTokens: 812, outputTokens: 17 }`. The host counts these for
   * each organization, and `requests`, which is 1 when it is missing.
   */
  usage?: Readonly<Record<string, number>>;
}

/** Suggests tags for documents after their text was extracted. */
export interface AutoTagger extends PluginLifecycle {
  /**
   * Throw a `TransientPluginError` when a retry may succeed, and a `PermanentPluginError` when it cannot: the document
   * then stays without suggested tags. With `isTimeout` the host calls at most two further times, because a model that
   * is too slow for a document stays so; name the setting to raise in the message. An error may have the property `usage`, for a call that failed and has used
   * something.
   */
  suggest(request: TaggingRequest, context: { signal: AbortSignal }): Promise<TaggingSuggestion>;
}

/** What a plugin declares under `provides['auto-tagger']`. The setting `AUTO_TAGGER_PLUGIN` chooses one. */
export interface AutoTaggerDeclaration<Config extends object = object> {
  /** Documents that one process has in work at a time. 1 to 32; default 2. */
  concurrency?: number;
  /** Seconds for one document. 1 to 3,600; default 60. */
  timeoutSeconds?: number;
  /**
   * Returns whether the settings name what the plugin asks; default true. The plugin that is used when no setting names
   * one stays unused until then.
   */
  isConfigured?(config: Config): boolean;
  create(host: HostServices<Config>): AutoTagger | Promise<AutoTagger>;
}
