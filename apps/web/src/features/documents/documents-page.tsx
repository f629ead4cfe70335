import { useLingui } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { SaveView } from '../views';
import { DocumentBrowser } from './document-browser';
import { rememberedColumns, rememberColumns } from './remembered-columns';
import type { ListState } from './documents';

export function DocumentsPage(): ReactNode {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId/documents' });
  const search = useSearch({ from: '/signed-in/organizations/$organizationId/documents' });
  const navigate = useNavigate({ from: '/organizations/$organizationId/documents' });
  const columns = search.columns ?? rememberedColumns(organizationId);
  const state: ListState = { ...search, columns };
  return (
    <DocumentBrowser
      key={organizationId}
      organizationId={organizationId}
      title={t`Documents`}
      state={state}
      onChange={(change) => {
        if (change.columns !== undefined) rememberColumns(organizationId, change.columns);
        void navigate({ search: (before) => withoutEmpty({ ...before, ...change }), replace: true });
      }}
      actions={<SaveView organizationId={organizationId} state={state} />}
    />
  );
}

function withoutEmpty({ q, sort, order, layout, columns }: ListState) {
  return {
    ...(q === undefined || q === '' ? {} : { q }),
    ...(sort ? { sort } : {}),
    ...(order ? { order } : {}),
    ...(layout ? { layout } : {}),
    ...(columns === undefined ? {} : { columns }),
  };
}
