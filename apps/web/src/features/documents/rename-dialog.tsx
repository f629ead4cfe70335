import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { TextField } from '../../components/text-field';

export function RenameDialog({
  name,
  onName,
  onClose,
}: {
  name: string;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState(name);
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    if (text !== name) onName(text);
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t`Rename document`}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t`Name`}
          required
          maxLength={255}
          value={text}
          onFocus={({ target }) => target.setSelectionRange(0, endOfStem(text))}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="flex justify-end">
          <Button type="submit" kind="primary">
            <Trans>Rename</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The ending of a file name is rarely what people want to change. */
function endOfStem(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}
