import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { useForgetPassword, type DocumentIds } from './document.queries';

export function KeptPassword({ path, canEdit }: { path: DocumentIds; canEdit: boolean }) {
  const { t } = useLingui();
  const forget = useForgetPassword(path);
  const showProblem = useShowProblem();
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-muted">
        <Trans>The password of this file is kept.</Trans>
      </p>
      {canEdit ? (
        <Button
          isBusy={forget.isPending}
          onClick={() =>
            void forget.mutateAsync().then(() => {
              notify(t`Password removed`);
            }, showProblem)
          }
        >
          <Trans>Remove password</Trans>
        </Button>
      ) : null}
    </div>
  );
}
