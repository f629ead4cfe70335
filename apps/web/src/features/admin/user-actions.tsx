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
          <Trans>This is your own account. Another administrator can change its rights or disable it.</Trans>
        </p>
      </Card>
    );
  const questions = {
    'revoke-sessions': {
      title: t`End all sessions of ${name}?`,
      text: t`Every browser and app in which this user is signed in asks for a sign-in again. API keys stay.`,
      action: t`End all sessions`,
      done: t`All sessions of ${name} have ended.`,
    },
    'reset-second-factor': {
      title: t`Reset the second factor of ${name}?`,
      text: t`The password alone is enough then, until this user sets up a second factor again. Do this only for a person you know to be the owner of the account.`,
      action: t`Reset the second factor`,
      done: t`${name} signs in without a second factor now.`,
    },
  };
  const question = questions[asked ?? 'revoke-sessions'];
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
              <Trans>Remove administrator rights</Trans>
            </Button>
          </Action>
        ) : (
          <Action text={t`An administrator sees and changes everything on these pages.`}>
            <Button onClick={() => apply({ isAdmin: true }, { isAdmin: false }, t`${name} is an administrator now.`)}>
              <Trans>Make administrator</Trans>
            </Button>
          </Action>
        )}
        <Action text={t`For a user who has lost a device.`}>
          <Button onClick={() => setAsked('revoke-sessions')}>{questions['revoke-sessions'].action}</Button>
        </Action>
        {user.twoFactorEnabled ? (
          <Action text={t`For a user who has lost the second factor and the backup codes.`}>
            <Button onClick={() => setAsked('reset-second-factor')}>{questions['reset-second-factor'].action}</Button>
          </Action>
        ) : null}
        {user.disabledAt === null ? (
          <Action text={t`Sends a mail with a link to choose a new password.`}>
            <Button
              isBusy={action.isPending && action.variables === 'send-password-reset'}
              onClick={() => run('send-password-reset', t`The mail to ${user.email} is on its way.`)}
            >
              <Trans>Send a password reset</Trans>
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
