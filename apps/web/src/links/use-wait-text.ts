import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { retryAfterOf } from '../lib/errors';

/** When a visitor who asked too often may ask again, in words. */
export function useWaitText(error: unknown): string {
  const { t } = useLingui();
  const seconds = retryAfterOf(error);
  if (seconds === undefined) return t`Try again later.`;
  if (seconds < 60) return plural(seconds, { one: 'Try again in # second.', other: 'Try again in # seconds.' });
  const minutes = Math.ceil(seconds / 60);
  return plural(minutes, { one: 'Try again in # minute.', other: 'Try again in # minutes.' });
}
