import { lazy, Suspense } from 'react';
import { useIsSessionLost } from '../../lib/session-gate';

const SignInAgainDialog = lazy(async () => ({
  default: (await import('./sign-in-again-dialog')).SignInAgainDialog,
}));

/** Opens over the page when the session has ended; what the page had asked for is sent again after sign-in. */
export function SignInAgain() {
  const isLost = useIsSessionLost();
  if (!isLost) return null;
  return (
    <Suspense>
      <SignInAgainDialog />
    </Suspense>
  );
}
