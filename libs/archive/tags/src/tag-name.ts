import { isOneLine } from '@archivolt/plugin-kit';

const LONGEST_NAME = 64;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** True for a name, without spaces at its ends, that the server may give a tag which no person has named. */
export function isTagName(name: string): boolean {
  return name.length <= LONGEST_NAME && isOneLine(name) && VISIBLE.test(name);
}
