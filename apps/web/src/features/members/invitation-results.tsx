import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleX } from 'lucide-react';
import type { Problem } from '../../lib/errors';
import { LinkToPassOn } from './link-to-pass-on';
import type { SentInvitation } from './members.queries';

export interface InvitationResult {
  email: string;
  sent?: SentInvitation;
  problem?: Problem;
}

/** What came of each address, and the link when the server sends no mail. */
export function InvitationResults({ results }: { results: readonly InvitationResult[] }) {
  const { t } = useLingui();
  const link = results.find(({ sent }) => sent?.link !== undefined)?.sent?.link;
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {results.length === 0 ? null : (
        <ul aria-label={t`Invitations sent`} className="flex flex-col gap-2">
          {results.map(({ email, problem }) => (
            <li key={email} className="flex items-start gap-2">
              {problem ? (
                <CircleX aria-hidden size={16} className="mt-0.5 shrink-0 text-danger" />
              ) : (
                <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-ok" />
              )}
              <span className="min-w-0 break-words">
                <bdi className="font-medium">{email}</bdi>{' '}
                {problem ? <span className="text-danger">{problem.message}</span> : <Trans>is invited.</Trans>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {link === undefined ? null : <LinkToPassOn link={link} />}
    </div>
  );
}
