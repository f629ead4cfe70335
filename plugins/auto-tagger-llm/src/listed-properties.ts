import type { TaggingProperty } from '@archivolt/plugin-kit';

const LONGEST_DESCRIPTION = 200;
/** Of each property; the first of these with which the list fits. */
const MOST_OPTIONS = [200, 50, 10];

/**
 * The properties that a model gets, as lines of at most `budget` characters in all: options are left out first, then the
 * last properties are.
 */
export function listedProperties(properties: readonly TaggingProperty[], budget: number): readonly TaggingProperty[] {
  let listed: readonly TaggingProperty[] = [];
  for (const most of MOST_OPTIONS) {
    listed = properties.map((property) => ({
      ...property,
      description: property.description?.slice(0, LONGEST_DESCRIPTION) || null,
      options: property.options.slice(0, most),
    }));
    if (charactersIn(listed) <= budget) return listed;
  }
  let left = budget;
  const end = listed.findIndex((property) => (left -= charactersIn([property])) < 0);
  return listed.slice(0, end);
}

/** A property as a model gets it. */
export function propertyLine({ name, description, type, options }: TaggingProperty): string {
  const described = { name, type, ...(description !== null && { description }) };
  return JSON.stringify({ ...described, ...(options.length > 0 && { options }) });
}

/** With the ends of the lines. */
function charactersIn(properties: readonly TaggingProperty[]): number {
  return properties.reduce((sum, property) => sum + propertyLine(property).length + 1, 0);
}
