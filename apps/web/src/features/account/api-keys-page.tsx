import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { ApiKeyRow } from './api-key-row';
import { apiKeys } from './api-keys.queries';

export function ApiKeysPage(): ReactNode {
  const { t } = useLingui();
  const keys = useQuery(apiKeys());
  const create = (
    <Link to="/api-keys/create" className={buttonClasses({ kind: 'primary' })}>
      <Plus aria-hidden size={16} />
      <Trans>New API key</Trans>
    </Link>
  );
  return (
    <Page
      title={t`API keys`}
      description={t`Programs use a key instead of your password. Give it only the permissions it needs.`}
      actions={keys.data?.length === 0 ? undefined : create}
    >
      <QueryList
        query={keys}
        placeholder={<Skeleton className="h-24" />}
        empty={
          <EmptyState icon={KeyRound} title={t`No API keys`} action={create}>
            <Trans>Scanners, scripts and other programs use a key to add and find documents.</Trans>
          </EmptyState>
        }
        className="rounded-menu border border-line bg-panel"
      >
        {(apiKey) => <ApiKeyRow key={apiKey.id} apiKey={apiKey} />}
      </QueryList>
    </Page>
  );
}
