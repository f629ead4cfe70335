import type { ConfigClass } from '@archivolt/plugin-kit';
import type { Migration } from '#libs/database';
import type { Permission } from '#libs/http-kit';

/** A Nest module class. */
export type FeatureModule = new (...args: never[]) => object;

/** What a feature brings into the product. The server, the worker, the commands and the reference pages read it. */
export interface Feature {
  /** The name of its folder in `libs/`. */
  readonly name: string;
  /** Its schema changes. Names are unique over all features and sort in the order they are applied: `0012-notes`. */
  readonly migrations?: readonly Migration[];
  /** Its settings. */
  readonly config?: readonly ConfigClass[];
  /** The prefixes of its ids, by what they identify: `{ tag: 'tag' }`. Unique over all features. */
  readonly idPrefixes?: Readonly<Record<string, string>>;
  /** The permissions that its routes ask of API keys. */
  readonly permissions?: readonly Permission[];
  /** Its verbs, for every process. Loaded when a process needs it, as are the next two. */
  readonly module?: () => Promise<FeatureModule>;
  /** Its routes, for processes that serve the API. */
  readonly http?: () => Promise<FeatureModule>;
  /** Its job handlers, scheduled tasks and subscribers, for processes that do background work. */
  readonly worker?: () => Promise<FeatureModule>;
}

/** Declares a feature; list the value in `libs/installation/src/features.ts`. */
export function defineFeature(feature: Feature): Feature {
  return feature;
}
