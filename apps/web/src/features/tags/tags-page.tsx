import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { SearchField } from '../../components/search-field';
import { SelectField } from '../../components/select-field';
import { SkeletonRows } from '../../components/skeleton';
import { useCommands } from '../../lib/commands';
import { formatNumber } from '../../lib/format';
import { useKeys } from '../../lib/keyboard';
import { useRole } from '../session';
import { TagDialogs, type OpenedTag } from './tag-dialogs';
import { TagRow } from './tag-row';
import { asTree, randomColor, shownTags } from './tags';
import { allTags } from './tags.queries';
import { useTagActions } from './use-tag-actions';

export function TagsPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const {
    q = '',
    sort = 'name',
    create: isCreating = false,
  } = useSearch({ from: '/signed-in/organizations/$organizationId/tags' });
  const navigate = useNavigate({ from: '/organizations/$organizationId/tags' });
  const { canEdit } = useRole(organizationId);
  const { data: tags, error, refetch } = useQuery(allTags(organizationId));
  const [opened, setOpened] = useState<OpenedTag>();
  const searchField = useRef<HTMLInputElement>(null);
  const actions = useTagActions(organizationId);
  const create = (): void => setOpened({ kind: 'create', color: randomColor() });
  useEffect(() => {
    if (!isCreating) return;
    setOpened({ kind: 'create', color: randomColor() });
    void navigate({ search: ({ create: _, ...search }) => search, replace: true });
  }, [isCreating, navigate]);
  useKeys([
    { keys: '/', label: t`Search tags`, group: t`Tags`, run: () => searchField.current?.focus() },
    ...(canEdit ? [{ keys: 'n', label: t`New tag`, group: t`Tags`, run: create }] : []),
  ]);
  useCommands(canEdit ? [{ id: 'tags.new', label: t`New tag here`, group: t`Tags`, keys: 'n', run: create }] : []);
  const shown = shownTags(tags ?? [], q, sort);
  return (
    <Page
      title={t`Tags`}
      actions={
        canEdit ? (
          <Button kind="primary" onClick={create}>
            <Plus aria-hidden size={16} />
            <Trans>New tag</Trans>
          </Button>
        ) : undefined
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {tags && tags.length > 0 ? (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 flex-1">
            <SearchField
              ref={searchField}
              label={t`Search tags`}
              value={q}
              onChange={(value) => void navigate({ search: (search) => ({ ...search, q: value }), replace: true })}
            />
          </div>
          <SelectField
            label={t`Sort by`}
            isLabelHidden
            value={sort}
            options={[
              { value: 'name', label: t`By name` },
              { value: 'documents', label: t`Most documents first` },
              { value: 'newest', label: t`Newest first` },
            ]}
            onChange={({ target }) =>
              void navigate({ search: (search) => ({ ...search, sort: target.value as typeof sort }), replace: true })
            }
          />
        </div>
      ) : null}
      {tags === undefined && !error ? <SkeletonRows count={6} className="h-(--row)" /> : null}
      {tags?.length === 0 ? (
        <EmptyState
          drawing="tags"
          title={t`No tags yet`}
          action={
            canEdit ? (
              <Button kind="primary" onClick={create}>
                <Trans>Create first tag</Trans>
              </Button>
            ) : undefined
          }
        >
          <Trans>
            Tags group documents by project, person or year, for example. Tagging rules can add them automatically.
          </Trans>
        </EmptyState>
      ) : null}
      {tags && tags.length > 0 && shown.length === 0 ? (
        <EmptyState
          drawing="search"
          title={t`No tag matches`}
          action={
            <Button onClick={() => void navigate({ search: (search) => ({ ...search, q: '' }) })}>
              <Trans>Show all tags</Trans>
            </Button>
          }
        />
      ) : null}
      {shown.length > 0 ? (
        <ul aria-label={t`Tags`} className="rounded-menu border border-line">
          {(sort === 'name' ? asTree(shown) : shown.map((tag) => ({ tag, level: 0 }))).map(({ tag, level }) => (
            <TagRow
              key={tag.id}
              {...{ organizationId, tag, level, canEdit }}
              parent={tags?.find(({ id }) => id === tag.parentId)}
              onEdit={() => setOpened({ kind: 'edit', tag })}
              onMerge={() => setOpened({ kind: 'merge', tag })}
              onDelete={() => setOpened({ kind: 'delete', tag })}
            />
          ))}
        </ul>
      ) : null}
      {tags ? (
        <p className="text-xs text-muted" role="status">
          {shown.length === tags.length ? (
            <Plural value={tags.length} one="# tag" other="# tags" />
          ) : (
            <Trans>
              {formatNumber(shown.length)} of {formatNumber(tags.length)} tags
            </Trans>
          )}
        </p>
      ) : null}
      {opened ? (
        <TagDialogs {...{ organizationId, opened, actions }} tags={tags ?? []} onClose={() => setOpened(undefined)} />
      ) : null}
    </Page>
  );
}
