import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { TextField } from './text-field';

export interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will be lost. */
  children: ReactNode;
  /** The button that does it: "Delete 3 documents". */
  action: string;
  onConfirm: () => void;
  isBusy?: boolean;
  /** A word to type first, for what is very costly. */
  typed?: { label: string; word: string };
}

/** Only for what cannot be undone. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  action,
  onConfirm,
  isBusy,
  typed,
}: ConfirmDialogProps) {
  const [word, setWord] = useState('');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <div className="text-sm">{children}</div>
      {typed ? <TextField label={typed.label} value={word} onChange={(event) => setWord(event.target.value)} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          kind="danger"
          isBusy={isBusy ?? false}
          disabled={typed !== undefined && word.trim() !== typed.word.trim()}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
