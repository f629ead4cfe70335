import type { TaggingRequest } from '@archivolt/plugin-kit';

type Tags = TaggingRequest['tags'];

/** Far more than a model can weigh. */
const MOST_TAGS = 1000;
/** UTF-16 units of a description; the first of these with which the list fits. */
const LONGEST_DESCRIPTIONS = [200, 100, 50, 0];

/**
 * The tags that a model gets, as lines of at most `budget` characters in all: descriptions are shortened first, then
 * left out, then the last tags are.
 */
export function listedTags(tags: Tags, budget: number): Tags {
  let listed: Tags = [];
  for (const longest of LONGEST_DESCRIPTIONS) {
    listed = tags.slice(0, MOST_TAGS).map(({ name, description }) => ({
      name,
      description: description?.slice(0, longest) || null,
    }));
    if (charactersIn(listed) <= budget) return listed;
  }
  let left = budget;
  const end = listed.findIndex((tag) => (left -= charactersIn([tag])) < 0);
  return listed.slice(0, end);
}

/** A tag as a model gets it. */
export function tagLine({ name, description }: Tags[number]): string {
  return JSON.stringify({ name, ...(description !== null && { description }) });
}

/** With the ends of the lines. */
function charactersIn(tags: Tags): number {
  return tags.reduce((sum, tag) => sum + tagLine(tag).length + 1, 0);
}
