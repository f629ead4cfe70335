import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import { DocumentBrowser } from '../documents';
import { useRole } from '../session';
import { bodyOfState, differenceOf, stateOf } from './view-state';
import { allViews, bodyOf, useUpdateView, type DocumentViewBody, type DocumentViewView } from './views.queries';

export function ViewPage(): ReactNode {
  const { t } = useLingui();
  const { organizationId, documentViewId } = useParams({
    from: '/signed-in/organizations/$organizationId/views/$documentViewId',
  });
  const { data: views, error, refetch } = useQuery(allViews(organizationId));
  const view = views?.find(({ id }) => id === documentViewId);
  if (view) return <OpenView key={view.id} view={view} />;
  if (!views) {
    return <Page title={t`View`}>{error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}</Page>;
  }
  return (
    <Page title={t`View`}>
      <EmptyState
        icon={Bookmark}
        title={t`View not found`}
        action={
          <Link
            to="/organizations/$organizationId/documents"
            params={{ organizationId }}
            className={buttonClasses({ kind: 'primary' })}
          >
            <Trans>All documents</Trans>
          </Link>
        }
      >
        <Trans>It was deleted, or its creator made it private.</Trans>
      </EmptyState>
    </Page>
  );
}

function OpenView({ view }: { view: DocumentViewView }) {
  const { t } = useLingui();
  const search = useSearch({ from: '/signed-in/organizations/$organizationId/views/$documentViewId' });
  const navigate = useNavigate({ from: '/organizations/$organizationId/views/$documentViewId' });
  const { organizationId } = view;
  const { canEdit } = useRole(organizationId);
  const update = useUpdateView(organizationId);
  const showProblem = useShowProblem();
  const state = stateOf(view, search);
  const isChanged = Object.keys(differenceOf(view, state)).length > 0;
  const reset = (): void => void navigate({ search: {}, replace: true });
  const save = async (change: Partial<DocumentViewBody>): Promise<boolean> => {
    try {
      await update.mutateAsync({ view, change });
      reset();
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  };
  const saveState = async (): Promise<void> => {
    const { name } = view;
    const before = bodyOf(view);
    if (await save(bodyOfState(state))) done(t`“${name}” saved`, t`Undo`, () => void save(before));
  };
  return (
    <DocumentBrowser
      organizationId={organizationId}
      title={view.name}
      state={state}
      onChange={(change) =>
        void navigate({
          search: (before) => differenceOf(view, { ...stateOf(view, before), ...change }),
          replace: true,
        })
      }
      actions={
        isChanged ? (
          <>
            <Button size="small" kind="quiet" onClick={reset}>
              <Trans>Discard changes</Trans>
            </Button>
            {canEdit ? (
              <Button size="small" onClick={() => void saveState()}>
                <Trans>Save to view</Trans>
              </Button>
            ) : null}
          </>
        ) : null
      }
    />
  );
}
