import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { done } from '../../lib/undo';
import { currentUser } from '../session';
import type { AdminUser } from './admin-types';
import { useChangeUser, useEndSessions, type UserChange } from './users.queries';

/** What an administrator can do with the account of somebody else. */
export function UserActions({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const { data: me } = useQuery(currentUser());
  const change = useChangeUser(user.id);
  const endSessions = useEndSessions(user.id);
  const showProblem = useShowProblem();
  const [isAsked, setIsAsked] = useState(false);
  const name = user.name || user.email;

  const apply = (wanted: UserChange, back: UserChange, text: string): void =>
    change.mutate(wanted, {
      onError: showProblem,
      onSuccess: () => void done(text, t`Undo`, () => change.mutate(back, { onError: showProblem })),
    });

  if (user.id === me?.id)
    return (
      <Card title={t`Actions`}>
        <p className="text-muted">
          <Trans>This is your own account. Another administrator can change its rights or disable it.</Trans>
        </p>
      </Card>
    );
  return (
    <Card title={t`Actions`}>
      <ul className="flex flex-col divide-y divide-line">
        {user.disabledAt === null ? (
          <Action text={t`Signs out everywhere at once; neither a sign-in nor an API key works. Documents stay.`}>
            <Button
              kind="danger"
              isBusy={change.isPending}
              onClick={() => apply({ isDisabled: true }, { isDisabled: false }, t`${name} is disabled.`)}
            >
              <Trans>Disable the account</Trans>
            </Button>
          </Action>
        ) : (
          <Action text={t`Sign-in and API keys work again.`}>
            <Button
              isBusy={change.isPending}
              onClick={() => apply({ isDisabled: false }, { isDisabled: true }, t`${name} is enabled again.`)}
            >
              <Trans>Enable the account</Trans>
            </Button>
          </Action>
        )}
        {user.isAdmin ? (
          <Action text={t`This user sees and changes everything on these pages.`}>
            <Button onClick={() => apply({ isAdmin: false }, { isAdmin: true }, t`${name} is no administrator now.`)}>
              <Trans>Take the rights of an administrator</Trans>
            </Button>
          </Action>
        ) : (
          <Action text={t`An administrator sees and changes everything on these pages.`}>
            <Button onClick={() => apply({ isAdmin: true }, { isAdmin: false }, t`${name} is an administrator now.`)}>
              <Trans>Make administrator</Trans>
            </Button>
          </Action>
        )}
        <Action text={t`For somebody who has lost a device.`}>
          <Button onClick={() => setIsAsked(true)}>
            <Trans>End all sessions</Trans>
          </Button>
        </Action>
      </ul>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t`End all sessions of ${name}?`}
        action={t`End all sessions`}
        isBusy={endSessions.isPending}
        onConfirm={() =>
          endSessions.mutate(undefined, {
            onError: showProblem,
            onSuccess: () => void notify(t`All sessions of ${name} have ended.`),
            onSettled: () => setIsAsked(false),
          })
        }
      >
        <Trans>Every browser and app in which this user is signed in asks for a sign-in again. API keys stay.</Trans>
      </ConfirmDialog>
    </Card>
  );
}

function Action({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <p className="min-w-0 flex-1 basis-60 text-muted">{text}</p>
      {children}
    </li>
  );
}
