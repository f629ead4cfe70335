import type { TaggingRequest, TaggingSuggestion } from '@archivolt/plugin-kit';
import { allowedProperties, type PropertyEntry } from './read-properties.js';

const MOST_CHARACTERS = 65_536;
/** Of a longer list the rest is not looked at. */
const MOST_ENTRIES = 1000;
const LONGEST_TAG = 64;
const LONGEST_NAME = 200;
/** Control characters, line ends, marks that change the direction of text, and what HTML is made of. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069<>]/u;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The answer of a model that is not of the form that was asked for. */
export class UnfitAnswer extends Error {}

/**
 * Takes from the answer only what the request allows: names of existing tags, new ones if they may be created, a real
 * date, a name of one line, values of the given properties. Everything else is dropped. Throws {@link UnfitAnswer} when it is no JSON object.
 */
export function readAnswer(text: string, request: TaggingRequest): Omit<TaggingSuggestion, 'usage'> {
  const answer = objectIn(text);
  const tags = allowedTags([...namesIn(answer, 'existingTags'), ...namesIn(answer, 'newTags')], request);
  const properties = allowedProperties(entriesIn(answer), request.properties ?? []);
  const documentDate = request.maySuggestDetails ? dateIn(field(answer, 'documentDate')) : undefined;
  const name = request.maySuggestDetails ? nameIn(field(answer, 'name')) : undefined;
  return {
    tags,
    ...(documentDate !== undefined && { documentDate }),
    ...(name !== undefined && { name }),
    ...(properties.length > 0 && { properties }),
  };
}

function entriesIn(answer: object): PropertyEntry[] {
  const list = field(answer, 'properties');
  return (Array.isArray(list) ? list.slice(0, MOST_ENTRIES) : []).flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null
      ? [
          {
            name: field(entry, 'property') ?? field(entry, 'name'),
            values: field(entry, 'values') ?? field(entry, 'value'),
          },
        ]
      : [],
  );
}

/** Servers that know no schema may write a sentence, a code fence or their thoughts around the object. */
function objectIn(text: string): object {
  if (text.length > MOST_CHARACTERS) throw new UnfitAnswer(`is longer than ${MOST_CHARACTERS} characters`);
  const answer = text.trimStart().startsWith('<think>') ? text.slice(text.indexOf('</think>') + 1) : text;
  const start = answer.indexOf('{');
  const end = answer.lastIndexOf('}');
  let value: unknown;
  try {
    value = JSON.parse(answer.slice(Math.max(start, 0), end + 1));
  } catch {
    throw new UnfitAnswer('is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnfitAnswer('is no JSON object');
  return value;
}

/** Own fields only: a key such as `__proto__` has no meaning. */
function field(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** A list of names, or of objects with a name. */
function namesIn(answer: object, name: string): string[] {
  const list = field(answer, name);
  return (Array.isArray(list) ? list.slice(0, MOST_ENTRIES) : []).flatMap((entry: unknown) => {
    const found = typeof entry === 'object' && entry !== null ? field(entry, 'name') : entry;
    return typeof found === 'string' && found.length <= LONGEST_TAG ? [found.trim()] : [];
  });
}

function allowedTags(names: readonly string[], { tags, mayCreateTags, maxTags }: TaggingRequest): string[] {
  const known = new Map(tags.map(({ name }) => [name.trim().toLowerCase(), name]));
  const chosen = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    const existing = known.get(key);
    const allowed = existing ?? (mayCreateTags && isFit(name) ? name : undefined);
    if (allowed !== undefined && !chosen.has(key)) chosen.set(key, allowed);
  }
  return [...chosen.values()].slice(0, maxTags);
}

function dateIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DATE.test(value) || value < '1000') return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_NAME) return undefined;
  const name = value.trim();
  return isFit(name) ? name : undefined;
}

const isFit = (name: string): boolean => name !== '' && name.isWellFormed() && !UNFIT.test(name);
