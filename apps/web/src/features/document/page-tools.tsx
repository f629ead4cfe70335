import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight, RotateCcw, RotateCw, Trash2, Undo2 } from 'lucide-react';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { meantPages, type PageEdits } from './page-edits';

export type PageAction =
  'move-back' | 'move-on' | 'remove' | 'select-all' | 'select-none' | 'turn-left' | 'turn-right' | 'undo';

/** What can be done with the selected pages, also by touch. */
export function PageTools({ edits, onAct }: { edits: PageEdits; onAct: (action: PageAction) => void }) {
  const { t } = useLingui();
  const { pages, selected, past } = edits;
  const isAll = selected.size === pages.length;
  const isNone = selected.size === 0;
  return (
    <div role="toolbar" aria-label={t`Pages`} className="flex shrink-0 flex-wrap items-center gap-1">
      <Button size="small" onClick={() => onAct(isAll ? 'select-none' : 'select-all')}>
        {isAll ? <Trans>Select none</Trans> : <Trans>Select all</Trans>}
      </Button>
      <IconButton icon={RotateCcw} label={t`Turn left`} keys="L" disabled={isNone} onClick={() => onAct('turn-left')} />
      <IconButton
        icon={RotateCw}
        label={t`Turn right`}
        keys="R"
        disabled={isNone}
        onClick={() => onAct('turn-right')}
      />
      <IconButton
        icon={ArrowLeft}
        label={t`Move back`}
        keys="Alt+←"
        className="rtl:rotate-180"
        disabled={isNone || isAll}
        onClick={() => onAct('move-back')}
      />
      <IconButton
        icon={ArrowRight}
        label={t`Move on`}
        keys="Alt+→"
        className="rtl:rotate-180"
        disabled={isNone || isAll}
        onClick={() => onAct('move-on')}
      />
      <IconButton
        icon={Trash2}
        label={t`Leave out`}
        keys={t`Delete`}
        disabled={isNone || meantPages(edits).size === pages.length}
        onClick={() => onAct('remove')}
      />
      <IconButton
        icon={Undo2}
        label={t`Undo`}
        keys="Ctrl+Z"
        disabled={past.length === 0}
        onClick={() => onAct('undo')}
      />
    </div>
  );
}
