import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { attemptsLeftOf, isStatus } from '../lib/errors';
import { useWaitText } from './use-wait-text';

/** Why a password did not open the link. Undefined when there was no attempt, or the link itself is the reason. */
export function useRefusedPassword(error: unknown): string | undefined {
  const { t } = useLingui();
  const wait = useWaitText(error);
  if (isStatus(error, 429)) return `${t`Too many wrong passwords.`} ${wait}`;
  if (!isStatus(error, 401)) return undefined;
  const left = attemptsLeftOf(error);
  if (left === undefined) return t`The password is wrong.`;
  return plural(left, {
    0: 'The password is wrong. No attempts are left for now.',
    one: 'The password is wrong. # attempt is left.',
    other: 'The password is wrong. # attempts are left.',
  });
}
