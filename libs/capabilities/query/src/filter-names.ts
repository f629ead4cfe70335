/** Filters that win over a custom property with the same name. */
export const BUILT_IN_FILTER_NAMES = ['tag', 'name', 'content', 'created', 'date', 'has'] as const;

/** Filters that a custom property with the same name replaces. */
export const ADDITIONAL_FILTER_NAMES = ['notes', 'type'] as const;

/** The names of all filters. */
export const FILTER_NAMES: readonly string[] = [...BUILT_IN_FILTER_NAMES, ...ADDITIONAL_FILTER_NAMES];

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_FILTER_NAMES);

export function isBuiltInFilter(name: string): boolean {
  return BUILT_IN.has(name);
}
