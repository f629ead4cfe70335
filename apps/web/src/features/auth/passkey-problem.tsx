import { useLingui } from '@lingui/react/macro';
import { ErrorPanel } from '../../components/error-panel';
import { hasCode } from '../../lib/errors';

/** Why a passkey could not be made or used: the browser or the server refused. */
export function PasskeyProblem({ error }: { error: unknown }) {
  const { t } = useLingui();
  const texts: Readonly<Record<string, string>> = {
    NotAllowedError: t`No passkey was used. It was cancelled or took too long.`,
    InvalidStateError: t`This device already has a passkey for this account.`,
    SecurityError: t`The browser does not allow passkeys at this address.`,
  };
  const text = hasCode(error, 'PASSKEY_NOT_FOUND')
    ? t`This passkey is unknown. It may have been deleted in the account’s settings.`
    : error instanceof DOMException
      ? (texts[error.name] ?? error.message)
      : undefined;
  if (text === undefined) return <ErrorPanel error={error} />;
  return (
    <p role="alert" className="rounded-control bg-danger-bg p-3 text-sm text-danger">
      {text}
    </p>
  );
}
