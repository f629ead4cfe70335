import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { currentUser } from '../session';
import type { AdminUser } from './admin-types';
import { useChangeUser, useUserAction, type UserAction, type UserChange } from './users.queries';

type Asked = Exclude<UserAction, 'send-password-reset'>;

/** What an administrator can do with the account of another user. */
export function UserActions({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const { data: me } = useQuery(currentUser());
  const change = useChangeUser(user.id);
  const action = useUserAction(user.id);
  const done = useDone();
  const showProblem = useShowProblem();
  const [asked, setAsked] = useState<Asked>();
  const name = user.name || user.email;

  const apply = (wanted: UserChange, back: UserChange, text: string): void =>
    change.mutate(wanted, {
      onError: showProblem,
      onSuccess: () => done(text, () => change.mutateAsync(back)),
    });
  const run = (wanted: UserAction, text: string): void =>
    action.mutate(wanted, {
      onError: showProblem,
      onSuccess: () => void notify(text),
      onSettled: () => setAsked(undefined),
    });

  if (user.id === me?.id)
    return (
      <Card title={t`Actions`}>
        <p className="text-muted">
          <Trans>This is your own account. Another administrator can change its permissions or disable it.</Trans>
        </p>
      </Card>
    );
  const questions = {
    'revoke-sessions': {
      title: t`End all sessions of ${name}?`,
      text: t`This user has to sign in again in every browser and app. API keys keep working.`,
      action: t`End all sessions`,
      done: t`All sessions of ${name} have ended.`,
    },
    'reset-second-factor': {
      title: t`Reset second factor of ${name}?`,
      text: t`The password alone will be enough until this user sets up a second factor again. Only do this if you are sure who you are talking to.`,
      action: t`Reset second factor`,
      done: t`${name} now signs in without a second factor.`,
    },
  };
  const question = questions[asked ?? 'revoke-sessions'];
  return (
    <Card title={t`Actions`}>
      <ul className="flex flex-col divide-y divide-line">
        {user.disabledAt === null ? (
          <Action text={t`Signs the user out everywhere. Neither sign-in nor API keys work. Documents stay.`}>
            <Button
              kind="danger"
              isBusy={change.isPending}
              onClick={() => apply({ isDisabled: true }, { isDisabled: false }, t`${name} disabled.`)}
            >
              <Trans>Disable account</Trans>
            </Button>
          </Action>
        ) : (
          <Action text={t`Sign-in and API keys work again.`}>
            <Button
              isBusy={change.isPending}
              onClick={() => apply({ isDisabled: false }, { isDisabled: true }, t`${name} enabled.`)}
            >
              <Trans>Enable account</Trans>
            </Button>
          </Action>
        )}
        {user.isAdmin ? (
          <Action text={t`This user can see and change everything on these pages.`}>
            <Button
              onClick={() => apply({ isAdmin: false }, { isAdmin: true }, t`${name} is no longer an administrator.`)}
            >
              <Trans>Remove administrator rights</Trans>
            </Button>
          </Action>
        ) : (
          <Action text={t`Administrators can see and change everything on these pages.`}>
            <Button onClick={() => apply({ isAdmin: true }, { isAdmin: false }, t`${name} is now an administrator.`)}>
              <Trans>Make administrator</Trans>
            </Button>
          </Action>
        )}
        <Action text={t`For users who have lost a device.`}>
          <Button onClick={() => setAsked('revoke-sessions')}>{questions['revoke-sessions'].action}</Button>
        </Action>
        {user.twoFactorEnabled ? (
          <Action text={t`For users who have lost their second factor and backup codes.`}>
            <Button onClick={() => setAsked('reset-second-factor')}>{questions['reset-second-factor'].action}</Button>
          </Action>
        ) : null}
        {user.disabledAt === null ? (
          <Action text={t`Sends an e-mail with a link to choose a new password.`}>
            <Button
              isBusy={action.isPending && action.variables === 'send-password-reset'}
              onClick={() => run('send-password-reset', t`E-mail to ${user.email} sent.`)}
            >
              <Trans>Send password reset</Trans>
            </Button>
          </Action>
        ) : null}
      </ul>
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={question.title}
        action={question.action}
        isBusy={action.isPending}
        onConfirm={() => {
          if (asked) run(asked, question.done);
        }}
      >
        {question.text}
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
