import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { SkeletonRows } from '../../components/skeleton';
import { useKeys } from '../../lib/keyboard';
import { useRole } from '../session';
import { DeletePropertyDialog } from './delete-property-dialog';
import { moved, type Property } from './properties';
import { allProperties } from '../../lib/all-properties.queries';
import { PropertyRow } from './property-row';
import { usePropertyActions } from './use-property-actions';

export function PropertiesPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const list = useQuery(allProperties(organizationId));
  const actions = usePropertyActions(organizationId);
  const [deleted, setDeleted] = useState<Property>();
  const create = { to: '/organizations/$organizationId/custom-properties/create', params: { organizationId } } as const;
  useKeys(
    canEdit ? [{ keys: 'n', label: t`New property`, group: t`Properties`, run: () => void navigate(create) }] : [],
  );
  const ids = list.data?.map(({ id }) => id) ?? [];
  return (
    <Page
      title={t`Properties`}
      description={t`What documents have besides name, date and tags. Shown in this order.`}
      actions={
        canEdit ? (
          <Link {...create} className={buttonClasses({ kind: 'primary' })}>
            <Plus aria-hidden size={16} />
            <Trans>New property</Trans>
          </Link>
        ) : undefined
      }
    >
      <QueryList
        label={t`Properties`}
        query={list}
        placeholder={<SkeletonRows count={4} className="h-(--row)" />}
        empty={
          <EmptyState
            icon={SlidersHorizontal}
            title={t`No properties yet`}
            action={
              canEdit ? (
                <Link {...create} className={buttonClasses({ kind: 'primary' })}>
                  <Trans>Create first property</Trans>
                </Link>
              ) : undefined
            }
          >
            <Trans>For example, an amount, a due date, or who is responsible. You can search and compare them.</Trans>
          </EmptyState>
        }
        className="overflow-hidden rounded-menu border border-line"
      >
        {(property, index) => (
          <PropertyRow
            key={property.id}
            {...{ organizationId, property, index, canEdit }}
            count={ids.length}
            onMove={(from, to) => void actions.reorder(ids, moved(ids, from, to))}
            onHide={(hidden) => void actions.hide(property, hidden)}
            onDelete={() => setDeleted(property)}
          />
        )}
      </QueryList>
      {deleted ? (
        <DeletePropertyDialog
          {...{ organizationId }}
          property={deleted}
          isBusy={actions.isDeleting}
          onClose={() => setDeleted(undefined)}
          onConfirm={() => void actions.remove(deleted).then(() => setDeleted(undefined))}
        />
      ) : null}
    </Page>
  );
}
