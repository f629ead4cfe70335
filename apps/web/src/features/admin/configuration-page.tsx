import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Badge } from '../../components/badge';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { SearchField } from '../../components/search-field';
import { Skeleton } from '../../components/skeleton';
import type { SettingView } from '../../lib/api';
import { foundSettings } from './settings-search';
import { configuration } from './system.queries';

/** The settings of the server as they are in effect. */
export function ConfigurationPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { q = '' } = useSearch({ from: '/signed-in/admin/configuration' });
  const { data, error, refetch } = useQuery(configuration());
  const found = data && foundSettings(data, q);
  return (
    <Page
      title={t`Configuration`}
      description={t`The settings in effect, with their defaults. To change one, set it in the server’s environment and restart.`}
    >
      <div className="max-w-sm">
        <SearchField
          label={t`Search settings`}
          value={q}
          onChange={(value) =>
            void navigate({ to: '/admin/configuration', search: value === '' ? {} : { q: value }, replace: true })
          }
        />
      </div>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {found?.length === 0 ? (
        <p className="text-muted">
          <Trans>No setting matches.</Trans>
        </p>
      ) : null}
      {found && found.length > 0 ? (
        <dl className="flex flex-col divide-y divide-line rounded-menu border border-line">
          {found.map((setting) => (
            <SettingRow key={`${setting.plugin ?? ''} ${setting.name}`} setting={setting} />
          ))}
        </dl>
      ) : null}
      {data || error ? null : <Skeleton className="h-96" />}
    </Page>
  );
}

function SettingRow({ setting: { name, value, isSet, isSecret, plugin } }: { setting: SettingView }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <dt className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        <code>{name}</code>
        {plugin === null ? null : <Badge>{plugin}</Badge>}
      </dt>
      <dd className="wrap-anywhere">
        {isSecret && isSet ? (
          <Badge kind="info">
            <Trans>Secret, set</Trans>
          </Badge>
        ) : isSet ? (
          <code>{value === '' ? '""' : value}</code>
        ) : (
          <span className="text-muted">
            <Trans>Not set</Trans>
          </span>
        )}
      </dd>
    </div>
  );
}
