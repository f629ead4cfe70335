import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Eye, EyeOff, List, MoreHorizontal, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem } from '../../components/menu';
import { Page } from '../../components/page';
import { SearchField } from '../../components/search-field';
import { SelectField } from '../../components/select-field';
import { SkeletonRows } from '../../components/skeleton';
import { allProperties } from '../../lib/all-properties.queries';
import { formatNumber } from '../../lib/format';
import { useKeys } from '../../lib/keyboard';
import { useRole } from '../session';
import { nameOfRole, ofRole, titleOf, type Role } from './lists';
import { ListDialogs, type OpenedDialog } from './list-dialogs';
import { OptionRow } from './option-row';
import { shownOptions, type OptionSort } from './options';
import { optionsOf } from './property-lists.queries';
import { useListActions } from './use-list-actions';

export function CorrespondentsPage() {
  const search = useSearch({ from: '/signed-in/organizations/$organizationId/correspondents' });
  return <PropertyListPage role="correspondent" {...search} />;
}

export function DocumentTypesPage() {
  const search = useSearch({ from: '/signed-in/organizations/$organizationId/document-types' });
  return <PropertyListPage role="document_type" {...search} />;
}

/** What documents have as the value of one property: searched, created, renamed, merged and deleted. */
function PropertyListPage({ role, q = '', sort = 'name' }: { role: Role; q?: string; sort?: OptionSort }) {
  const { t, i18n } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const navigate = useNavigate();
  const change = (search: { q?: string; sort?: OptionSort }): void =>
    void navigate({ to: '.', search: { ...{ q, sort }, ...search }, replace: true });
  const { canEdit } = useRole(organizationId);
  const { data: properties, error, refetch } = useQuery(allProperties(organizationId));
  const property = ofRole(properties, role);
  const list = useQuery({ ...optionsOf(organizationId, property?.id ?? ''), enabled: property !== undefined });
  const options = properties && !property ? [] : list.data;
  const [opened, setOpened] = useState<OpenedDialog>();
  const actions = useListActions(organizationId, role, property);
  const title = titleOf(i18n, role, property);
  const create = (): void => setOpened({ kind: 'create' });
  const problem = error ?? list.error;
  const again = (): void => void Promise.all([refetch(), property && list.refetch()]);
  useKeys(canEdit ? [{ keys: 'n', label: t`New entry`, group: title, run: create }] : []);
  const shown = shownOptions(options ?? [], q, sort);
  return (
    <Page
      title={title}
      description={property?.hidden === true ? t`Hidden from documents and the sidebar. Nothing is lost.` : undefined}
      actions={
        canEdit ? (
          <>
            <Button kind="primary" onClick={create}>
              <Plus aria-hidden size={16} />
              <Trans>New entry</Trans>
            </Button>
            <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${title}`} />}>
              <MenuItem
                icon={Pencil}
                onSelect={() => setOpened({ kind: 'rename-list', name: property?.name ?? nameOfRole(i18n, role) })}
              >
                <Trans>Rename</Trans>
              </MenuItem>
              <MenuItem
                icon={property?.hidden === true ? Eye : EyeOff}
                onSelect={() => void actions.hide(property?.hidden !== true)}
              >
                {property?.hidden === true ? <Trans>Show again</Trans> : <Trans>Hide</Trans>}
              </MenuItem>
            </Menu>
          </>
        ) : undefined
      }
    >
      {problem ? <ErrorPanel error={problem} onRetry={again} /> : null}
      {options && options.length > 0 ? (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 flex-1">
            <SearchField label={t`Search list`} value={q} onChange={(value) => change({ q: value })} />
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
            onChange={({ target }) => change({ sort: target.value as OptionSort })}
          />
        </div>
      ) : null}
      {options === undefined && !problem ? <SkeletonRows count={6} className="h-(--row)" /> : null}
      {options?.length === 0 ? (
        <EmptyState
          icon={List}
          title={t`Nothing here yet`}
          action={
            canEdit ? (
              <Button kind="primary" onClick={create}>
                <Trans>Create first entry</Trans>
              </Button>
            ) : undefined
          }
        >
          {role === 'correspondent' ? (
            <Trans>
              Who a document is from or for: a company, an authority, a person. Set it on the document’s page, or with
              tagging rules.
            </Trans>
          ) : (
            <Trans>
              What a document is: invoice, contract, letter. Set it on the document’s page, or with tagging rules.
            </Trans>
          )}
        </EmptyState>
      ) : null}
      {options && options.length > 0 && shown.length === 0 ? (
        <EmptyState
          icon={List}
          title={t`No matches.`}
          action={
            <Button onClick={() => change({ q: '' })}>
              <Trans>Show all</Trans>
            </Button>
          }
        />
      ) : null}
      {property && shown.length > 0 ? (
        <ul aria-label={title} className="rounded-menu border border-line">
          {shown.map((option) => (
            <OptionRow
              key={option.id}
              {...{ organizationId, option, canEdit }}
              propertyKey={property.key}
              onOpen={(kind) => setOpened({ kind, option })}
            />
          ))}
        </ul>
      ) : null}
      {options && options.length > 0 ? (
        <p className="text-xs text-muted" role="status">
          {shown.length === options.length ? (
            <Plural value={options.length} one="# entry" other="# entries" />
          ) : (
            <Trans>
              {formatNumber(shown.length)} of {formatNumber(options.length)} entries
            </Trans>
          )}
        </p>
      ) : null}
      {opened ? (
        <ListDialogs
          {...{ organizationId, opened, actions }}
          propertyId={property?.id ?? ''}
          options={options ?? []}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </Page>
  );
}
