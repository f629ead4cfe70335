import { useLingui } from '@lingui/react/macro';

/** Names of errors are short; anything else did not come from this server. */
const CODE = /^[\w.'-]{1,60}$/;
const LONGEST_DESCRIPTION = 200;

/** Why a sign-in provider led back without success: `error` and `error_description` of the address. */
export function RefusedByProvider({ code, description }: { code: string; description: string | undefined }) {
  const { t } = useLingui();
  const texts: Readonly<Record<string, string>> = {
    access_denied: t`The sign-in was cancelled at the provider.`,
    account_not_linked: t`An account with this e-mail address already exists and is not connected to this provider. Sign in with your password, then connect it in your settings under Security.`,
    account_already_linked_to_different_user: t`This account of the provider belongs to another user here.`,
    email_does_not_match: t`The provider’s account has a different e-mail address than yours here, so it cannot be connected.`,
    email_not_found: t`The provider did not share your e-mail address. Allow it to, and try again.`,
    email_not_verified: t`The provider has not verified your e-mail address. Verify it there, and try again.`,
    signup_disabled: t`Registration is closed. Ask the administrator for an account or an invitation.`,
    'auth.forbidden_email_domain': t`This server does not accept e-mail addresses of this domain.`,
    ACCOUNT_DISABLED: t`This account is disabled. Contact the administrator of this server.`,
    please_restart_the_process: t`The sign-in took too long, or began in another browser. Try again.`,
    state_mismatch: t`The sign-in took too long, or began in another browser. Try again.`,
    state_not_found: t`The sign-in took too long, or began in another browser. Try again.`,
    state_security_mismatch: t`The sign-in took too long, or began in another browser. Try again.`,
  };
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  const shown = CODE.test(code) ? code : '…';
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-control bg-danger-bg p-3 text-sm text-danger">
      <p className="font-medium">{text ?? t`The sign-in failed: ${shown}`}</p>
      {/* Anyone can write an address, so its text is marked as a quotation. */}
      {text === undefined && description !== undefined ? (
        <p className="wrap-anywhere" dir="auto">
          {t`Reported reason: “${description.slice(0, LONGEST_DESCRIPTION)}”`}
        </p>
      ) : null}
    </div>
  );
}
