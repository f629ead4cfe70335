import { useLingui } from '@lingui/react/macro';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import { useUpdateShareLink, type ShareLink } from './share-links.queries';

/** Switches a link on or off, with undo: its address and its password stay. */
export function useSwitchLink({ id: shareLinkId, organizationId }: ShareLink): (isEnabled: boolean) => void {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const update = useUpdateShareLink(organizationId);
  const set = (isEnabled: boolean, after?: () => void): void =>
    update.mutate({ shareLinkId, body: { isEnabled } }, { onError: showProblem, ...(after && { onSuccess: after }) });
  return (isEnabled) =>
    set(isEnabled, () =>
      done(isEnabled ? t`The link works again.` : t`The link is off: it opens nothing.`, t`Undo`, () =>
        set(!isEnabled),
      ),
    );
}
