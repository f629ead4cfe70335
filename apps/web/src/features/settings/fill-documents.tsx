import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { SelectField } from '../../components/select-field';
import { formatNumber } from '../../lib/format';
import { TaskProgress } from '../task-progress';
import { useFill, usePreviewFill, useRefreshDocuments, useUndoFill, type Finder } from './fill-documents.queries';
import { ProposedValues } from './proposed-values';

export interface FillDocumentsProps {
  organizationId: string;
  finder: Finder;
  canEdit: boolean;
  /** Searches with their names; the first is chosen. */
  choices: readonly { value: string; label: string }[];
}

/** Gives documents that are here what new ones get: first shown, then set, then taken back if it is not wanted. */
export function FillDocuments({ organizationId, finder, canEdit, choices }: FillDocumentsProps) {
  const { t } = useLingui();
  const [query, setQuery] = useState(choices[0]?.value ?? '');
  const preview = usePreviewFill(organizationId, finder);
  const fill = useFill(organizationId, finder);
  const undo = useUndoFill(organizationId);
  const refresh = useRefreshDocuments(organizationId);
  const [isDone, setIsDone] = useState(false);
  const start = (): void => {
    setIsDone(false);
    fill.reset();
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
            options={choices}
          />
        </div>
        <Button isBusy={preview.isPending} onClick={start}>
          <Trans>Preview</Trans>
        </Button>
      </div>
      {preview.error ? <ErrorPanel error={preview.error} /> : null}
      {shown && fill.data === undefined ? (
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
            {shown.documentsCount > 0 ? (
              <Plural
                value={shown.documents.length}
                _0="None of them would change."
                one="# would change:"
                other="# would change:"
              />
            ) : null}
          </p>
          {shown.documents.length > 0 ? (
            <ProposedValues organizationId={organizationId} documents={shown.documents} />
          ) : null}
          {canEdit && (shown.documents.length > 0 || shown.lookedAtCount < shown.documentsCount) ? (
            <Button kind="primary" className="self-start" isBusy={fill.isPending} onClick={() => fill.mutate(query)}>
              <Trans>Fill in</Trans>
            </Button>
          ) : null}
        </>
      ) : null}
      {fill.error ? <ErrorPanel error={fill.error} /> : null}
      {fill.data === undefined ? null : (
        <TaskProgress
          organizationId={organizationId}
          taskId={fill.data}
          label={t`Filling in documents`}
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
          label={t`Undoing a change`}
          onCompleted={refresh}
          outcome={undone}
        />
      )}
      {fill.data !== undefined && isDone && undo.data === undefined ? (
        <Button className="self-start" isBusy={undo.isPending} onClick={() => undo.mutate(fill.data)}>
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
    _0="No document was changed."
    one="# document was changed."
    other="# documents were changed."
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
