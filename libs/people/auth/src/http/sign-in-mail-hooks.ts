import { clientAddressOf } from './client-address.js';
import type { SignInMails } from './sign-in-extensions.js';

interface MailRequest {
  user: { email: string; name: string };
  url: string;
}

/** Returns what the library calls for mails about passwords and known addresses. */
export function passwordMails(mails: SignInMails | undefined) {
  if (!mails) return {};
  const { sendPasswordReset } = mails;
  return {
    onExistingUserSignUp: ({ user }: Pick<MailRequest, 'user'>, request?: Request) =>
      mails.sendKnownAddress({ to: user.email, name: user.name, clientAddress: clientAddressOf(request) }),
    ...(sendPasswordReset && {
      sendResetPassword: (asked: MailRequest, request?: Request) =>
        sendPasswordReset.call(mails, signInMail(asked, request)),
    }),
  };
}

/** Returns what the library calls to verify an address. A verified address alone signs in nowhere. */
export function verificationMail(mails: SignInMails | undefined) {
  if (!mails) return {};
  return {
    sendVerificationEmail: (asked: MailRequest, request?: Request) =>
      mails.sendVerification(signInMail(asked, request)),
    sendOnSignIn: true,
    autoSignInAfterVerification: false,
  };
}

function signInMail({ user: { email, name }, url }: MailRequest, request: Request | undefined) {
  return { to: email, name, url, clientAddress: clientAddressOf(request) };
}
