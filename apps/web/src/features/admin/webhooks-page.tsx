import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { Time } from '../../components/time';
import { defined } from '../../lib/defined';
import { WebhookState } from '../webhooks';
import type { AdminWebhook } from './admin-types';
import { ListFilter } from './list-filter';
import { PagedList } from './paged-list';
import { adminWebhooks } from './webhooks.queries';

const STATES = ['failing', 'disabled', 'enabled'] as const;

/** The webhooks of all organizations; never their secrets. */
export function WebhooksPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const shown = useSearch({ from: '/signed-in/admin/webhooks' });
  const { q = '', state, page = 1 } = shown;
  const result = useQuery(adminWebhooks({ search: q, state, pageIndex: page - 1 }));
  const show = (change: { [Key in keyof typeof shown]?: (typeof shown)[Key] | undefined }) =>
    void navigate({ to: '/admin/webhooks', search: defined({ ...shown, page: undefined, ...change }), replace: true });
  return (
    <Page title={t`Webhooks`} description={t`Those of all organizations.`}>
      <ListFilter label={t`Search by name, address or organization`} search={q} onSearch={(text) => show({ q: text })}>
        <SelectField
          label={t`State`}
          isLabelHidden
          value={state ?? ''}
          onChange={({ target }) => show({ state: STATES.find((each) => each === target.value) })}
          options={[
            { value: '', label: t`All states` },
            { value: 'failing', label: t`Failing` },
            { value: 'disabled', label: t`Off` },
            { value: 'enabled', label: t`On` },
          ]}
        />
      </ListFilter>
      <PagedList
        label={t`Webhooks`}
        result={result}
        rows={result.data?.webhooks}
        empty={<Trans>Webhook not found.</Trans>}
        page={page}
        onPage={(to) => show({ page: to })}
      >
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      </PagedList>
    </Page>
  );
}

function WebhookRow({ webhook }: { webhook: AdminWebhook }) {
  const { name, url, disabledReason, failingSince, lastTriggeredAt, organization } = webhook;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="truncate font-medium" dir="auto">
          {name}
        </h2>
        <p className="truncate text-muted">
          <bdi>{url}</bdi>
        </p>
        {failingSince === null ? null : (
          <p className="text-danger">
            <Trans>
              Every delivery has failed since <Time value={failingSince} form="time" />.
            </Trans>
          </p>
        )}
        {disabledReason === null ? null : <p className="text-danger wrap-anywhere">{disabledReason}</p>}
        <p className="truncate text-xs">
          <Link
            to="/admin/organizations/$organizationId"
            params={{ organizationId: organization.id }}
            className="text-accent underline"
          >
            <bdi>{organization.name}</bdi>
          </Link>
        </p>
      </div>
      <p className="text-xs text-muted">
        {lastTriggeredAt === null ? (
          <Trans>Nothing sent yet</Trans>
        ) : (
          <Trans>
            sent <Time value={lastTriggeredAt} form="ago" />
          </Trans>
        )}
      </p>
      <WebhookState webhook={webhook} />
    </li>
  );
}
