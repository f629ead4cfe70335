import type { AutoTagger, PluginManifest, SuggestedProperty, TaggingProperty } from '../../src/index.js';
import type { SkippedCases } from '../contract-case.js';

/** A document and what must be suggested for it. */
export interface TaggingSample {
  name: string;
  content: string;
  /** Names of the tags of the organization. */
  tags: readonly string[];
  /** Those of `tags` that must be suggested, in any order; others may be suggested as well. */
  expectTags: readonly string[];
  /** Custom properties without a value. */
  properties?: readonly TaggingProperty[];
  /** The values that must be suggested for some of them. */
  expectProperties?: readonly SuggestedProperty[];
}

/** What each case runs on. */
export interface AutoTaggerUnderTest {
  tagger: AutoTagger;
  samples: readonly [TaggingSample, ...TaggingSample[]];
  /** The same tagger with a service that does not respond. Leave it out and skip the case that needs it. */
  away?: AutoTagger;
}

/** What an auto-tagger passes to its contract suite. */
export interface AutoTaggerContract {
  /** The default export of `plugin.ts`. */
  manifest: PluginManifest;
  /** Creates a tagger; called once per case. */
  create(): AutoTagger | Promise<AutoTagger>;
  /** At least one document for which it suggests a tag. */
  samples: readonly [TaggingSample, ...TaggingSample[]];
  /** Creates a tagger whose service is away. */
  createAway?(): AutoTagger | Promise<AutoTagger>;
  /** Stops what `create` has started. */
  destroy?(): Promise<void> | void;
  /** Cases that this tagger cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}
