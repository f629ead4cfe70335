import type { TaggingRequest } from '@archivolt/plugin-kit';

/** What services accept as an enumeration in a strict schema; with more names, only the check of the answer is left. */
const MOST_NAMES = 250;
const MOST_CHARACTERS = 15_000;
const TEXT = { type: 'string' };

/**
 * JSON schemas of the answer: with the names of the tags and properties, if there are not too many, and without them.
 * Strict mode wants every property in `required`, so that optional ones may be null.
 */
export function answerSchemas(request: TaggingRequest): { named?: object; plain: object } {
  const tags = [...new Set(request.tags.map(({ name }) => name))];
  const properties = (request.properties ?? []).map(({ name }) => name);
  const names = [...tags, ...properties];
  const isEnumerable = names.length > 0 && names.length <= MOST_NAMES && names.join('').length <= MOST_CHARACTERS;
  const plain = schemaOf(request, TEXT, TEXT);
  if (!isEnumerable) return { plain };
  return { named: schemaOf(request, { ...TEXT, enum: tags }, { ...TEXT, enum: properties }), plain };
}

function schemaOf(
  { tags, mayCreateTags, maySuggestDetails, properties: known = [] }: TaggingRequest,
  existingTag: object,
  property: object,
): object {
  return objectOf({
    ...(tags.length > 0 && { existingTags: { type: 'array', items: existingTag } }),
    ...(mayCreateTags && { newTags: { type: 'array', items: TEXT } }),
    ...(maySuggestDetails && { documentDate: { type: ['string', 'null'] }, name: { type: ['string', 'null'] } }),
    ...(known.length > 0 && {
      properties: { type: 'array', items: objectOf({ property, values: { type: 'array', items: TEXT } }) },
    }),
  });
}

function objectOf(properties: object): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
