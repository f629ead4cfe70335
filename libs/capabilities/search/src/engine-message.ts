const LONGEST = 500;

/** What a search engine says of a failure, short and without the characters that the database cannot store. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .slice(0, LONGEST)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ');
}
