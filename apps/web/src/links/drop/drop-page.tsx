import { Trans, useLingui } from '@lingui/react/macro';
import { LoadingPage } from '../loading-page';
import { PasswordGate } from '../password-gate';
import { RefusedLink } from '../refused-link';
import { DropForm } from './drop-form';
import { useFileRequest, type FileRequestAccess } from './use-file-request';

/** Where visitors hand in files that were asked for. */
export function DropPage({ token }: { token: string }) {
  const access = useFileRequest(token);
  const { request, needsPassword, error } = access;
  const refused = error === undefined ? null : <RefusedLink error={error} onRetry={() => void access.read()} />;
  if (!request) return refused ?? (needsPassword ? <LockedRequest access={access} /> : <LoadingPage />);
  return (
    <>
      {needsPassword ? (refused ?? <LockedRequest access={access} />) : null}
      {/* It stays while the password is asked for again: the chosen files are in it. */}
      <div hidden={needsPassword}>
        <DropForm token={token} request={request} access={access} />
      </div>
    </>
  );
}

function LockedRequest({ access }: { access: FileRequestAccess }) {
  const { t } = useLingui();
  return (
    <PasswordGate title={t`This page is protected`} onPassword={access.enter}>
      {access.request ? (
        <Trans>
          This page has been open for a while. Enter the password again to continue. Your files are still selected.
        </Trans>
      ) : (
        <Trans>Enter the password you got from the person who sent you the link.</Trans>
      )}
    </PasswordGate>
  );
}
