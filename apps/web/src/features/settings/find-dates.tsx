import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { SelectField } from '../../components/select-field';
import { formatNumber } from '../../lib/format';
import { TaskProgress } from '../task-progress';
import { useFindDates, usePreviewDates, useRefreshDates, useUndoFoundDates } from './document-dates.queries';
import { ProposedDates } from './proposed-dates';

const WITHOUT_DATE = '-has:date';
const ALL = '';

/** Looks for dates of documents that are here: first shown, then set, then taken back if they are not wanted. */
export function FindDates({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const { t } = useLingui();
  const [query, setQuery] = useState(WITHOUT_DATE);
  const preview = usePreviewDates(organizationId);
  const find = useFindDates(organizationId);
  const undo = useUndoFoundDates(organizationId);
  const refresh = useRefreshDates(organizationId);
  const [isDone, setIsDone] = useState(false);
  const start = (): void => {
    setIsDone(false);
    find.reset();
    undo.reset();
    preview.mutate(query);
  };
  const shown = preview.data;
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-80 max-w-full">
          <SelectField
            label={t`Check`}
            value={query}
            onChange={({ target }) => {
              setQuery(target.value);
              preview.reset();
            }}
            options={[
              { value: WITHOUT_DATE, label: t`Documents without a date` },
              { value: ALL, label: t`All, also those whose date was found` },
            ]}
          />
        </div>
        <Button isBusy={preview.isPending} onClick={start}>
          <Trans>Preview</Trans>
        </Button>
      </div>
      {preview.error ? <ErrorPanel error={preview.error} /> : null}
      {shown && find.data === undefined ? (
        <>
          <p role="status">
            <Plural
              value={shown.documentsCount}
              _0="There is no such document."
              one="# document."
              other="# documents."
            />{' '}
            {shown.lookedAtCount < shown.documentsCount ? (
              <Trans>The first {formatNumber(shown.lookedAtCount)} were checked.</Trans>
            ) : null}{' '}
            <Plural
              value={shown.proposedDates.length}
              _0="No date would be set."
              one="# date would be set:"
              other="# dates would be set:"
            />
          </p>
          {shown.proposedDates.length > 0 ? (
            <ProposedDates organizationId={organizationId} dates={shown.proposedDates} />
          ) : null}
          {canEdit && (shown.proposedDates.length > 0 || shown.lookedAtCount < shown.documentsCount) ? (
            <Button kind="primary" className="self-start" isBusy={find.isPending} onClick={() => find.mutate(query)}>
              <Trans>Set dates</Trans>
            </Button>
          ) : null}
        </>
      ) : null}
      {find.error ? <ErrorPanel error={find.error} /> : null}
      {find.data === undefined ? null : (
        <TaskProgress
          organizationId={organizationId}
          taskId={find.data}
          label={t`Finding dates`}
          onCompleted={() => {
            setIsDone(true);
            refresh();
          }}
          outcome={changed}
        />
      )}
      {undo.error ? <ErrorPanel error={undo.error} /> : null}
      {undo.data === undefined ? null : (
        <TaskProgress
          organizationId={organizationId}
          taskId={undo.data}
          label={t`Taking the dates back`}
          onCompleted={refresh}
          outcome={undone}
        />
      )}
      {find.data !== undefined && isDone && undo.data === undefined ? (
        <Button className="self-start" isBusy={undo.isPending} onClick={() => undo.mutate(find.data)}>
          <Trans>Undo</Trans>
        </Button>
      ) : null}
    </>
  );
}

type Outcome = Readonly<Record<string, unknown>>;

const changed = ({ changedCount }: Outcome) => (
  <Plural
    value={Number(changedCount ?? 0)}
    _0="No date was set."
    one="The date of # document was set."
    other="The dates of # documents were set."
  />
);

const undone = ({ changedCount }: Outcome) => (
  <Plural
    value={Number(changedCount ?? 0)}
    _0="Nothing was to be undone."
    one="# document is as it was before."
    other="# documents are as they were before."
  />
);
