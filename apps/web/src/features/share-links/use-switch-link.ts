import { useLingui } from '@lingui/react/macro';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import { useUpdateShareLink, type ShareLink } from './share-links.queries';

/** Switches a link on or off, with undo: its address and its password stay. */
export function useSwitchLink({
  id: shareLinkId,
  organizationId,
}: ShareLink): (isEnabled: boolean) => Promise<unknown> {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const update = useUpdateShareLink(organizationId);
  return (isEnabled) =>
    update.mutateAsync(
      { shareLinkId, body: { isEnabled } },
      {
        onError: showProblem,
        onSuccess: () =>
          done(isEnabled ? t`The link works again.` : t`The link is off: it opens nothing.`, t`Undo`, () =>
            update.mutate({ shareLinkId, body: { isEnabled: !isEnabled } }, { onError: showProblem }),
          ),
      },
    );
}
