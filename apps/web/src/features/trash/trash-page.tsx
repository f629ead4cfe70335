import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { SkeletonRows } from '../../components/skeleton';
import { useKeys } from '../../lib/keyboard';
import { serverConfig, useRole } from '../session';
import { PurgeQuestion, type Asked } from './purge-question';
import { SelectionBar } from './selection-bar';
import { selectedAfter } from './trash';
import { TrashRow } from './trash-row';
import { TrashTools } from './trash-tools';
import { trashPages } from './trash.queries';
import { useTrashActions } from './use-trash-actions';

export function TrashPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const {
    q = '',
    sort = 'deletedAt',
    order = 'desc',
  } = useSearch({ from: '/signed-in/organizations/$organizationId/deleted' });
  const navigate = useNavigate({ from: '/organizations/$organizationId/deleted' });
  const { canEdit } = useRole(organizationId);
  const retentionDays = useQuery(serverConfig()).data?.documents.deletedDocumentsRetentionDays;
  const trash = useInfiniteQuery(trashPages(organizationId, { name: q, sort, order }));
  const actions = useTrashActions(organizationId);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const [asked, setAsked] = useState<Asked>();
  const documents = trash.data?.pages.flatMap((page) => page.documents) ?? [];
  const count = trash.data?.pages[0]?.documentsCount ?? 0;
  const ids = documents.map(({ id }) => id);
  const selected = ids.filter((id) => marked.has(id));
  const clear = (): void => setMarked(new Set());
  const restore = (chosen: readonly string[]): void => {
    clear();
    void actions.restore(chosen);
  };
  const confirm = async (): Promise<void> => {
    if (asked === 'all') await actions.empty();
    else if (asked) await actions.purge(asked.ids);
    clear();
    setAsked(undefined);
  };
  useKeys(
    canEdit
      ? [
          { keys: '$mod+A', label: t`Select all shown`, group: t`Trash`, run: () => setMarked(new Set(ids)) },
          { keys: 'Escape', label: t`Clear selection`, group: t`Trash`, run: clear },
          {
            keys: 'Shift+R',
            label: t`Restore selected`,
            group: t`Trash`,
            run: () => {
              if (selected.length > 0) restore(selected);
            },
          },
        ]
      : [],
  );
  return (
    <Page
      title={t`Trash`}
      description={retentionDays === undefined ? undefined : <RetentionNotice days={retentionDays} />}
      actions={
        canEdit && count > 0 && q === '' ? (
          <Button kind="danger" onClick={() => setAsked('all')}>
            <Trash2 aria-hidden size={16} />
            <Trans>Empty trash</Trans>
          </Button>
        ) : undefined
      }
    >
      {count > 0 || q !== '' ? (
        <TrashTools
          view={{ name: q, sort, order }}
          onChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true })}
        />
      ) : null}
      {trash.error ? <ErrorPanel error={trash.error} onRetry={() => void trash.refetch()} /> : null}
      {trash.isPending ? <SkeletonRows count={6} className="h-14" /> : null}
      {trash.isSuccess && documents.length === 0 ? (
        q === '' ? (
          <EmptyState drawing="trash" title={t`The trash is empty`}>
            <Trans>Deleted documents stay here for a while, and can be restored.</Trans>
          </EmptyState>
        ) : (
          <EmptyState
            drawing="search"
            title={t`No document in the trash has this name`}
            action={
              <Button onClick={() => void navigate({ search: {} })}>
                <Trans>Show whole trash</Trans>
              </Button>
            }
          />
        )
      ) : null}
      {documents.length > 0 ? (
        <ul aria-label={t`Documents in the trash`} className="rounded-menu border border-line">
          {documents.map((document) => (
            <TrashRow
              key={document.id}
              {...{ document, retentionDays, canEdit }}
              isSelected={marked.has(document.id)}
              onSelect={({ isOn, isRange }) => {
                setMarked(selectedAfter(marked, ids, document.id, { isOn, from: isRange ? last.current : undefined }));
                last.current = document.id;
              }}
              onRestore={() => restore([document.id])}
              onPurge={() => setAsked({ ids: [document.id], name: document.name })}
            />
          ))}
        </ul>
      ) : null}
      {trash.hasNextPage ? (
        <Button isBusy={trash.isFetchingNextPage} onClick={() => void trash.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
      {trash.isSuccess && count > 0 ? (
        <p role="status" className="text-xs text-muted">
          <Plural value={count} one="# document" other="# documents" />
        </p>
      ) : null}
      {selected.length > 0 ? (
        <SelectionBar
          count={selected.length}
          onRestore={() => restore(selected)}
          onPurge={() => setAsked({ ids: selected })}
          onClear={clear}
        />
      ) : null}
      {asked ? (
        <PurgeQuestion
          {...{ asked, count }}
          isBusy={actions.isPurging}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void confirm()}
        />
      ) : null}
    </Page>
  );
}

function RetentionNotice({ days }: { days: number }) {
  return (
    <Plural
      value={days}
      _0="Documents in the trash are deleted permanently every night."
      one="Documents are deleted permanently after # day in the trash."
      other="Documents are deleted permanently after # days in the trash."
    />
  );
}
