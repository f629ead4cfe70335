import { nameKey, PermanentPluginError, type TaggingSuggestion } from '@archivolt/plugin-kit';
import { isTagName } from '#archive/tags';
import { entriesIn } from './suggested-properties.js';

/** Far more than any document gets; the rest of a longer list is ignored. */
const MOST_SUGGESTIONS = 1000;
const MOST_USAGE_FIELDS = 20;

export interface KnownTag {
  id: string;
  normalizedName: string;
}

export interface ChosenTags {
  existingIds: string[];
  /** Names of tags to create, if that is allowed. */
  newNames: string[];
}

/** Checks what a plugin returned. Throws a `PermanentPluginError` that names the plugin and the fault. */
export function readSuggestion(plugin: string, value: unknown): TaggingSuggestion {
  const refuse = (fault: string): never => {
    throw new PermanentPluginError(`${plugin} returned ${fault}`);
  };
  if (typeof value !== 'object' || value === null || !('tags' in value)) return refuse('no object with `tags`');
  const { tags } = value;
  if (!Array.isArray(tags)) return refuse('`tags` that is not a list');
  const names: unknown[] = tags.slice(0, MOST_SUGGESTIONS);
  if (!names.every((name) => typeof name === 'string')) return refuse('a tag whose name is not a string');
  const { usage, documentDate, name, properties } = value as Partial<Record<keyof TaggingSuggestion, unknown>>;
  return {
    tags: names,
    ...(typeof documentDate === 'string' && { documentDate }),
    ...(typeof name === 'string' && { name }),
    // Values are checked by the types of the properties when these are known.
    ...(properties !== undefined && { properties: entriesIn(properties) as TaggingSuggestion['properties'] & object }),
    ...(usage !== undefined && { usage: numbersIn(usage) }),
  };
}

/** Returns the numbers for counters and the log; anything else that a service reports is left out. */
export function numbersIn(usage: unknown): Record<string, number> {
  const fields = typeof usage === 'object' && usage !== null ? Object.entries(usage).slice(0, MOST_USAGE_FIELDS) : [];
  return Object.fromEntries(fields.filter((field): field is [string, number] => typeof field[1] === 'number'));
}

/** Existing tags come first, in the order of the suggestion; new ones fill the rest of `maxTags`. */
export function chooseTags(suggested: readonly string[], known: readonly KnownTag[], maxTags: number): ChosenTags {
  const byName = new Map(known.map((tag) => [tag.normalizedName, tag.id]));
  const names = new Map(
    suggested
      .map((name) => name.trim())
      .filter(isTagName)
      .map((name) => [nameKey(name), name] as const)
      .reverse(), // of several names that look the same, the first one stays
  );
  const inOrder = [...names].reverse();
  const existingIds = inOrder.flatMap(([key]) => byName.get(key) ?? []).slice(0, maxTags);
  const newNames = inOrder.filter(([key]) => !byName.has(key)).map(([, name]) => name);
  return { existingIds, newNames: newNames.slice(0, maxTags - existingIds.length) };
}
