import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, type BadgeKind } from '../../components/badge';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import type { SentInvitationView } from '../../lib/api';
import { notify } from '../../lib/notifications';
import { done } from '../../lib/undo';
import { useCancelInvitation, useResendInvitation } from './members.queries';
import { ROLE_NAMES } from './role-texts';

type Status = SentInvitationView['status'];

const STATES: Record<Status, { text: MessageDescriptor; kind: BadgeKind }> = {
  pending: { text: msg`Waiting`, kind: 'info' },
  accepted: { text: msg`Accepted`, kind: 'ok' },
  rejected: { text: msg`Declined`, kind: 'danger' },
  expired: { text: msg`Expired`, kind: 'warn' },
  cancelled: { text: msg`Cancelled`, kind: 'neutral' },
};

export function InvitationRow({
  organizationId,
  invitation: { id, email, role, status, expiresAt, updatedAt, link },
}: {
  organizationId: string;
  invitation: SentInvitationView;
}) {
  const { t, i18n } = useLingui();
  const showProblem = useShowProblem();
  const resend = useResendInvitation(organizationId);
  const cancel = useCancelInvitation(organizationId);
  const { text, kind } = STATES[status];
  const sendAgain = (): void =>
    resend.mutate(id, {
      onError: showProblem,
      onSuccess: (sent) =>
        void notify(
          sent.link === undefined
            ? t`Invitation sent again.`
            : t`The invitation is open again. This server sends no e-mail, so copy the link and pass it on.`,
        ),
    });
  const withdraw = (): void =>
    cancel.mutate(id, {
      onError: showProblem,
      onSuccess: () => done(t`Invitation for ${email} cancelled.`, t`Undo`, sendAgain),
    });
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="truncate font-medium">
          {email}
        </p>
        <p className="text-xs text-muted">
          {i18n._(ROLE_NAMES[role])} ·{' '}
          {status === 'pending' ? (
            <Trans>
              until <Time value={expiresAt} />
            </Trans>
          ) : (
            <Time value={updatedAt} />
          )}
        </p>
      </div>
      <Badge kind={kind}>{i18n._(text)}</Badge>
      <div className="flex min-w-40 justify-end gap-1">
        {status === 'pending' ? (
          <>
            <CopyButton text={link} label={t`Copy link for ${email}`} />
            <Button
              size="small"
              isBusy={cancel.isPending}
              onClick={withdraw}
              aria-label={t`Cancel invitation for ${email}`}
            >
              <Trans>Cancel</Trans>
            </Button>
          </>
        ) : null}
        {status === 'cancelled' || status === 'expired' || status === 'rejected' ? (
          <Button size="small" isBusy={resend.isPending} onClick={sendAgain} aria-label={t`Invite ${email} again`}>
            <Trans>Send again</Trans>
          </Button>
        ) : null}
      </div>
    </li>
  );
}
