import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../components/checkbox';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import { useUpdateFileRequest, type FileRequestAddress } from './file-requests.queries';

export function EnabledSwitch({ address, isEnabled }: { address: FileRequestAddress; isEnabled: boolean }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const update = useUpdateFileRequest(address);
  const set = (next: boolean, after?: () => void): void =>
    update.mutate({ isEnabled: next }, { onError: showProblem, ...(after && { onSuccess: after }) });
  return (
    <Checkbox
      role="switch"
      checked={update.isPending ? (update.variables.isEnabled ?? isEnabled) : isEnabled}
      onChange={({ target: { checked } }) =>
        set(checked, () =>
          done(checked ? t`The link takes files again.` : t`The link takes no files any more.`, t`Undo`, () =>
            set(!checked),
          ),
        )
      }
    >
      <Trans>On</Trans>
    </Checkbox>
  );
}
