import { LONGEST_PASSWORD, MOST_PASSWORDS, type ExtractionInput } from '@archivolt/plugin-kit';

const ARE_NOT_TRIED = 'Passwords are not tried for this kind of file.';

/**
 * Has a file read or drawn, and once more with the passwords when it needs one. Few files do: the process of any other
 * file is given none.
 */
export async function withPasswords<Result extends { outcome: string; reason?: string | null }>(
  input: ExtractionInput,
  ask: (() => Promise<readonly string[]>) | undefined,
  attempt: (input: ExtractionInput) => Promise<Result>,
): Promise<Result> {
  const first = await attempt(input);
  if (first.outcome !== 'encrypted' || ask === undefined) return first;
  const passwords = bounded(await ask());
  if (passwords.length === 0) return first;
  const second = await attempt({ ...input, passwords });
  // A reader that tries them says so.
  const areTried = second.outcome !== 'encrypted' || second.reason !== first.reason;
  return areTried ? second : { ...second, reason: [first.reason, ARE_NOT_TRIED].filter(Boolean).join(' ') };
}

function bounded(passwords: readonly string[]): string[] {
  const usable = passwords.filter(({ length }) => length > 0 && length <= LONGEST_PASSWORD);
  return [...new Set(usable)].slice(0, MOST_PASSWORDS);
}
