import type { ConfigClass } from '@archivolt/plugin-kit';
import type { Migration } from '#ground/database';
import type { Permission } from '#ground/http-kit';

/** A Nest module class. */
export type FeatureModule = new (...args: never[]) => object;

/** What a feature adds to the product. The server, the worker, the commands and the reference pages read it. */
export interface Feature {
  /** The name of its room: `tags` for `libs/archive/tags`. */
  readonly name: string;
  /** Its migrations. Names are unique across all features and sort in the order of application: `0012-notes`. */
  readonly migrations?: readonly Migration[];
  /** Its settings. */
  readonly config?: readonly ConfigClass[];
  /** The prefixes of its ids by kind: `{ tag: 'tag' }`. Unique across all features. */
  readonly idPrefixes?: Readonly<Record<string, string>>;
  /** The permissions that its routes require of API keys. */
  readonly permissions?: readonly Permission[];
  /** Its services, for every process. Loaded when a process needs it, as are the next two. */
  readonly module?: () => Promise<FeatureModule>;
  /** Its routes, for processes that serve the API. */
  readonly http?: () => Promise<FeatureModule>;
  /** Its job handlers, scheduled tasks and subscribers, for processes that run background work. */
  readonly worker?: () => Promise<FeatureModule>;
}

/** Declares a feature; list the value in `libs/operation/installation/src/features.ts`. */
export function defineFeature<F extends Feature>(feature: F): F {
  return feature;
}
