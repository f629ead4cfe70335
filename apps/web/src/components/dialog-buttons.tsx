import { Trans } from '@lingui/react/macro';
import { Button } from './button';

/** At the end of the form of a dialog. */
export function DialogButtons({ action, isBusy, onCancel }: { action: string; isBusy: boolean; onCancel: () => void }) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {action}
      </Button>
    </div>
  );
}
