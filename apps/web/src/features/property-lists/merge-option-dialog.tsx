import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { SelectField } from '../../components/select-field';
import { TaskProgress } from '../task-progress';
import { shownOptions } from './options';
import { useMergeOption, useRefreshLists, type ListedOption } from './property-lists.queries';

export interface MergeOptionDialogProps {
  organizationId: string;
  propertyId: string;
  option: ListedOption;
  others: readonly ListedOption[];
  onClose: () => void;
}

/** Gives all documents and rules of an entry another one, and deletes the entry. */
export function MergeOptionDialog({ organizationId, propertyId, option, others, onClose }: MergeOptionDialogProps) {
  const { t } = useLingui();
  const merge = useMergeOption(organizationId, propertyId);
  const refresh = useRefreshLists(organizationId);
  const [intoOptionId, setIntoOptionId] = useState('');
  const choices = shownOptions(others, '', 'name').map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog isOpen onClose={onClose} title={t`Merge into another entry`}>
      <div className="flex flex-col gap-3 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <b dir="auto">{option.name}</b>
          <span className="text-muted">
            <Plural value={option.documentsCount} one="# document" other="# documents" />
          </span>
        </div>
        <p>
          <Trans>
            Its documents and tagging rules move to the other entry, then this one is deleted. This cannot be undone.
          </Trans>
        </p>
        <SelectField
          label={t`Into`}
          value={intoOptionId}
          disabled={merge.isPending || merge.isSuccess}
          options={[{ value: '', label: t`Choose an entry` }, ...choices]}
          onChange={(event) => setIntoOptionId(event.target.value)}
        />
        {merge.error ? <ErrorPanel error={merge.error} /> : null}
        {merge.data === undefined ? null : (
          <TaskProgress
            organizationId={organizationId}
            taskId={merge.data}
            label={t`Merging`}
            outcome={() => t`Entries merged.`}
            onCompleted={refresh}
          />
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{merge.isSuccess ? t`Close` : t`Cancel`}</Button>
        {merge.isSuccess ? null : (
          <Button
            kind="danger"
            disabled={intoOptionId === ''}
            isBusy={merge.isPending}
            onClick={() => merge.mutate({ optionId: option.id, intoOptionId })}
          >
            <Trans>Merge</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  );
}
