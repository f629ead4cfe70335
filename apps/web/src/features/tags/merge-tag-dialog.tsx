import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { SelectField } from '../../components/select-field';
import { TagChip } from '../../components/tag-chip';
import { TaskProgress } from '../task-progress';
import { shownTags } from './tags';
import { useMergeTag, useRefreshTagged, type ListedTag } from './tags.queries';

export interface MergeTagDialogProps {
  organizationId: string;
  tag: ListedTag;
  others: readonly ListedTag[];
  onClose: () => void;
}

/** Gives all documents and rules of a tag another tag, and deletes the tag. */
export function MergeTagDialog({ organizationId, tag, others, onClose }: MergeTagDialogProps) {
  const { t } = useLingui();
  const merge = useMergeTag(organizationId);
  const refresh = useRefreshTagged(organizationId);
  const [intoTagId, setIntoTagId] = useState('');
  const choices = shownTags(others, '', 'name').map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog isOpen onClose={onClose} title={t`Merge a tag into another`}>
      <div className="flex flex-col gap-3 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <TagChip name={tag.name} color={tag.color} />
          <span className="text-muted">
            <Plural value={tag.documentsCount} one="# document" other="# documents" />
          </span>
        </div>
        <p>
          <Trans>
            Its documents and tagging rules get the other tag, then this tag is deleted. This cannot be undone.
          </Trans>
        </p>
        <SelectField
          label={t`Into`}
          value={intoTagId}
          disabled={merge.isPending || merge.isSuccess}
          options={[{ value: '', label: t`Choose a tag` }, ...choices]}
          onChange={(event) => setIntoTagId(event.target.value)}
        />
        {merge.error ? <ErrorPanel error={merge.error} /> : null}
        {merge.data === undefined ? null : (
          <TaskProgress
            organizationId={organizationId}
            taskId={merge.data}
            label={t`Merging`}
            outcome={() => t`Tags merged.`}
            onCompleted={refresh}
          />
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{merge.isSuccess ? t`Close` : t`Cancel`}</Button>
        {merge.isSuccess ? null : (
          <Button
            kind="danger"
            disabled={intoTagId === ''}
            isBusy={merge.isPending}
            onClick={() => merge.mutate({ tagId: tag.id, intoTagId })}
          >
            <Trans>Merge</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  );
}
