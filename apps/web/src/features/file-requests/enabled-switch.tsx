import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '../../components/switch';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import { useUpdateFileRequest, type FileRequestAddress } from './file-requests.queries';

export function EnabledSwitch({ address, isEnabled }: { address: FileRequestAddress; isEnabled: boolean }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const update = useUpdateFileRequest(address);
  return (
    <Switch
      isOn={isEnabled}
      onSwitch={(isOn) =>
        update.mutateAsync(
          { isEnabled: isOn },
          {
            onError: showProblem,
            onSuccess: () =>
              done(isOn ? t`The link takes files again.` : t`The link takes no files any more.`, t`Undo`, () =>
                update.mutate({ isEnabled: !isOn }, { onError: showProblem }),
              ),
          },
        )
      }
    >
      <Trans>On</Trans>
    </Switch>
  );
}
