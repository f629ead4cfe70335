import { LONGEST_PASSWORD, MOST_PASSWORDS, type ExtractionInput } from '@archivolt/plugin-kit';

const ARE_NOT_TRIED = 'Passwords are not tried for this kind of file.';

interface Answer {
  outcome: string;
  reason?: string | null;
  handed?: { files: readonly { unread?: { outcome: string } }[] };
}

/**
 * Has a file read or drawn, and once more with the passwords when it, or a file in it, needs one. Few files do: the process of any other
 * file is given none.
 */
export async function withPasswords<Result extends Answer>(
  input: ExtractionInput,
  ask: (() => Promise<readonly string[]>) | undefined,
  attempt: (input: ExtractionInput) => Promise<Result>,
): Promise<Result> {
  const first = await attempt(input);
  if ((first.outcome !== 'encrypted' && !hasLockedFile(first)) || ask === undefined) return first;
  const passwords = bounded(await ask());
  if (passwords.length === 0) return first;
  const second = await attempt({ ...input, passwords });
  if (first.outcome !== 'encrypted') return second.handed === undefined ? first : second;
  // A reader that tries them says so.
  const areTried = second.outcome !== 'encrypted' || second.reason !== first.reason;
  return areTried ? second : { ...second, reason: [first.reason, ARE_NOT_TRIED].filter(Boolean).join(' ') };
}

/** An archive has members that need one. */
function hasLockedFile({ handed }: Answer): boolean {
  return handed?.files.some(({ unread }) => unread?.outcome === 'encrypted') === true;
}

function bounded(passwords: readonly string[]): string[] {
  const usable = passwords.filter(({ length }) => length > 0 && length <= LONGEST_PASSWORD);
  return [...new Set(usable)].slice(0, MOST_PASSWORDS);
}
