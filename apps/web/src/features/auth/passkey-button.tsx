import { Trans } from '@lingui/react/macro';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../components/button';
import { isStatus } from '../../lib/errors';
import { canFillInPasskeys, canUsePasskeys } from '../../lib/passkeys';
import { signInWithPasskey, useSignInWithPasskey } from './passkey.queries';
import { PasskeyProblem } from './passkey-problem';

/** Signs in with a passkey, by the button or from the list that the browser shows below the field of the address. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (userId: string) => Promise<void> }) {
  const signIn = useSignInWithPasskey(onSignedIn);
  const filledIn = useRef<AbortController>(undefined);
  const [refusal, setRefusal] = useState<unknown>();
  const enter = useEffectEvent(onSignedIn);
  useEffect(() => {
    const controller = new AbortController();
    filledIn.current = controller;
    const offer = async (): Promise<void> => {
      if (!(await canFillInPasskeys()) || controller.signal.aborted) return;
      await enter(await signInWithPasskey({ signal: controller.signal, isFilledIn: true }));
    };
    // Only refusals of what the person has chosen; for all else there is the button, which says what is wrong.
    void offer().catch((error: unknown) => setRefusal(isStatus(error, 400, 401, 403) ? error : undefined));
    return () => controller.abort();
  }, []);
  if (!canUsePasskeys()) return null;
  const error = signIn.error ?? refusal;
  return (
    <>
      {error ? <PasskeyProblem error={error} /> : null}
      <Button
        isBusy={signIn.isPending}
        onClick={() => {
          filledIn.current?.abort(); // a browser asks for one passkey at a time
          setRefusal(undefined);
          signIn.mutate();
        }}
      >
        <KeyRound aria-hidden size={16} />
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </>
  );
}
