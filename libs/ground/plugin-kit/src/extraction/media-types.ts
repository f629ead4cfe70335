const NAME = '[a-z0-9][a-z0-9!#$&^_.+-]{0,126}';

/**
 * One entry of a list of media types in a setting: `*`, `image/*` or `image/png`, each with `!` in front to exclude it;
 * parameters after `;` are ignored. For `@Matches` of class-validator with `each`.
 */
export const MEDIA_TYPE_ENTRY = new RegExp(`^!?(?:\\*|${NAME}/(?:\\*|${NAME}))\\s*(?:;.*)?$`, 'i');

/** What to say of another entry. */
export const MEDIA_TYPE_MESSAGE =
  'each must be *, a type such as image/png, or all of a kind such as image/*, with ! in front to exclude it';

/** Whether a list of such entries allows a type. An entry with `!` wins over the others, wherever it stands. */
export function allowsMediaType(entries: readonly string[], type: string): boolean {
  const wanted = essenceOf(type);
  const matching = entries.map(essenceOf).filter((entry) => matches(entry.replace(/^!/, ''), wanted));
  return matching.length > 0 && !matching.some((entry) => entry.startsWith('!'));
}

function matches(pattern: string, type: string): boolean {
  if (pattern === '*' || pattern === type) return true;
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
}

function essenceOf(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}
