/** Filters that win over a custom property with the same name. */
export const BUILT_IN_FILTER_NAMES = ['tag', 'name', 'content', 'created', 'date', 'has'] as const;

/** Filters that a custom property with the same name replaces. */
export const ADDITIONAL_FILTER_NAMES = [
  'notes',
  'type',
  'size',
  'pages',
  'language',
  'owner',
  'from',
  'similar',
  'asn',
] as const;

/** The names of all filters. */
export const FILTER_NAMES: readonly string[] = [...BUILT_IN_FILTER_NAMES, ...ADDITIONAL_FILTER_NAMES];

/** Filters whose value may be two or three words without quotes: `created:last month`. */
export const DATE_FILTER_NAMES: ReadonlySet<string> = new Set(['created', 'date']);

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_FILTER_NAMES);

export function isBuiltInFilter(name: string): boolean {
  return BUILT_IN.has(name);
}
