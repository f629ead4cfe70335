import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { notify } from '../../lib/notifications';
import { canUsePasskeys } from '../../lib/passkeys';
import { PasskeyProblem } from '../auth';
import { currentUser } from '../session';
import { browserName } from './browser-name';
import { PasskeyRow } from './passkey-row';
import { passkeys, useAddPasskey } from './passkeys.queries';

export function PasskeysCard() {
  const { t } = useLingui();
  const { data: user } = useQuery(currentUser());
  const list = useQuery(passkeys());
  const add = useAddPasskey();
  const name = browserName(navigator.userAgent).slice(0, 60) || t`Passkey`;
  return (
    <Card title={t`Passkeys`}>
      <p className="text-sm text-muted">
        <Trans>
          A passkey signs you in with your device: a fingerprint, your face, or a PIN. There is nothing to type, and
          nothing a fake page could steal.
        </Trans>
      </p>
      <QueryList query={list} placeholder={<Skeleton className="h-12" />} className="">
        {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} />}
      </QueryList>
      {add.error ? <PasskeyProblem error={add.error} /> : null}
      {canUsePasskeys() ? (
        <div>
          <Button
            kind="primary"
            isBusy={add.isPending}
            disabled={!user}
            onClick={() =>
              add.mutate(
                { account: user?.email ?? '', name },
                { onSuccess: () => notify(t`Passkey added. You can now sign in with it.`) },
              )
            }
          >
            <Trans>Add passkey</Trans>
          </Button>
        </div>
      ) : (
        <p className="text-sm">
          <Trans>This browser does not support passkeys.</Trans>
        </p>
      )}
    </Card>
  );
}
