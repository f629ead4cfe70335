import { cleanLine } from '@archivolt/plugin-kit';

const LONGEST = 500;

/** Returns the message of a search engine's failure, short and without characters that the database cannot store. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return cleanLine(message.slice(0, LONGEST));
}
