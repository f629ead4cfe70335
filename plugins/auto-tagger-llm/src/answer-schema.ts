import type { TaggingRequest } from '@archivolt/plugin-kit';

/** What services accept as an enumeration in a strict schema; with more names, only the check of the answer is left. */
const MOST_NAMES = 250;
const MOST_CHARACTERS = 15_000;

/** JSON schema of the answer. Strict mode wants every property in `required`, so that optional ones may be null. */
export function answerSchema({ tags, mayCreateTags, maySuggestDetails }: TaggingRequest): object {
  const names = [...new Set(tags.map(({ name }) => name))];
  const isEnumerable = names.length <= MOST_NAMES && names.join('').length <= MOST_CHARACTERS;
  const text = { type: 'string' };
  const properties = {
    ...(names.length > 0 && {
      existingTags: { type: 'array', items: isEnumerable ? { type: 'string', enum: names } : text },
    }),
    ...(mayCreateTags && { newTags: { type: 'array', items: text } }),
    ...(maySuggestDetails && { documentDate: { type: ['string', 'null'] }, name: { type: ['string', 'null'] } }),
  };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
