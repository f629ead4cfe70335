import { Trans, useLingui } from '@lingui/react/macro';
import { hasCode } from '../../lib/errors';
import { PasswordGate } from '../password-gate';
import { RefusedLink } from '../refused-link';
import { LoadingPage } from '../loading-page';
import { SharedDocument } from './shared-document';
import { verifyPassword } from './share-link.queries';
import { useVisit } from './use-visit';

/** A document that was shared by a link. */
export function SharePage({ token }: { token: string }) {
  const handle = useVisit(token);
  const { state } = handle;
  if (state.kind === 'open') return <SharedDocument {...handle} {...state} />;
  if (state.kind === 'locked')
    return <LockedLink token={token} hasExpired={state.hasExpired} onOpen={handle.enter} onUnlocked={handle.retry} />;
  if (state.kind === 'failed') return <RefusedLink error={state.error} onRetry={handle.retry} />;
  return <LoadingPage />;
}

function LockedLink({
  token,
  hasExpired,
  onOpen,
  onUnlocked,
}: {
  token: string;
  hasExpired: boolean;
  onOpen: (accessToken: string) => void;
  /** The password was removed in the meantime. */
  onUnlocked: () => void;
}) {
  const { t } = useLingui();
  const open = async (password: string): Promise<void> => {
    try {
      onOpen(await verifyPassword(token, password));
    } catch (refusal) {
      if (!hasCode(refusal, 'share_link.not_password_protected')) throw refusal;
      onUnlocked();
    }
  };
  return (
    <PasswordGate title={t`This document is protected`} onPassword={open}>
      {hasExpired ? (
        <Trans>The link has been open for a while. Enter the password again to continue.</Trans>
      ) : (
        <Trans>Enter the password you got from the person who shared it.</Trans>
      )}
    </PasswordGate>
  );
}
