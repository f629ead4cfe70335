import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { DateField } from '../../components/date-field';

/** The date of documents, or none. */
export function DateDialog({
  initial,
  onDate,
  onClose,
}: {
  initial: string;
  onDate: (documentDate: string | null) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [date, setDate] = useState(initial);
  const choose = (chosen: string | null): void => {
    onDate(chosen);
    onClose();
  };
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (date !== '') choose(date);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t`Document date`}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <DateField label={t`Date`} isDraft value={date} onDate={setDate} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => choose(null)}>
            <Trans>Remove date</Trans>
          </Button>
          <Button type="submit" kind="primary" disabled={date === ''}>
            <Trans>Set date</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
