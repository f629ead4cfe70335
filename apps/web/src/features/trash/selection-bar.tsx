import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { RotateCcw, Trash2 } from 'lucide-react';
import { Button } from '../../components/button';

export interface SelectionBarProps {
  count: number;
  onRestore: () => void;
  onPurge: () => void;
  onClear: () => void;
}

export function SelectionBar({ count, onRestore, onPurge, onClear }: SelectionBarProps) {
  const { t } = useLingui();
  return (
    <div
      role="region"
      aria-label={t`Selection actions`}
      className="sticky bottom-4 flex flex-wrap items-center gap-2 rounded-menu bg-raised p-2 shadow-float ring-1 ring-line"
    >
      <span className="px-2 text-sm" role="status">
        <Plural value={count} one="# selected" other="# selected" />
      </span>
      <Button kind="primary" onClick={onRestore}>
        <RotateCcw aria-hidden size={16} />
        <Trans>Restore</Trans>
      </Button>
      <Button kind="danger" onClick={onPurge}>
        <Trash2 aria-hidden size={16} />
        <Trans>Delete permanently</Trans>
      </Button>
      <Button kind="quiet" onClick={onClear}>
        <Trans>Clear selection</Trans>
      </Button>
    </div>
  );
}
