import type { TaggingRequest } from '@archivolt/plugin-kit';

/** What services accept as an enumeration in a strict schema; with more names, only the check of the answer is left. */
const MOST_NAMES = 250;
const MOST_CHARACTERS = 15_000;
const TEXT = { type: 'string' };

/**
 * JSON schemas of the answer: with the names of the tags, if there are not too many, and without them. Strict mode wants
 * every property in `required`, so that optional ones may be null.
 */
export function answerSchemas(request: TaggingRequest): { named?: object; plain: object } {
  const names = [...new Set(request.tags.map(({ name }) => name))];
  const isEnumerable = names.length > 0 && names.length <= MOST_NAMES && names.join('').length <= MOST_CHARACTERS;
  const plain = schemaOf(request, TEXT);
  return isEnumerable ? { named: schemaOf(request, { ...TEXT, enum: names }), plain } : { plain };
}

function schemaOf({ tags, mayCreateTags, maySuggestDetails }: TaggingRequest, existingTag: object): object {
  const properties = {
    ...(tags.length > 0 && { existingTags: { type: 'array', items: existingTag } }),
    ...(mayCreateTags && { newTags: { type: 'array', items: TEXT } }),
    ...(maySuggestDetails && { documentDate: { type: ['string', 'null'] }, name: { type: ['string', 'null'] } }),
  };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
