import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { useSessionLoss } from '../../lib/session-gate';

const SignInAgainDialog = lazyComponent(async () => (await import('./sign-in-again-dialog')).SignInAgainDialog);

/** Opens over the page when the session has ended; what the page had asked for is sent again after sign-in. */
export function SignInAgain() {
  const why = useSessionLoss();
  if (why === undefined) return null;
  return (
    <Suspense>
      <SignInAgainDialog why={why} />
    </Suspense>
  );
}
