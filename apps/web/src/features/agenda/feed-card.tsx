import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { TextField } from '../../components/text-field';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import { agendaFeed, useFeedActions } from './agenda.queries';

/** The secret address at which a calendar program reads the agenda. It is shown once. */
export function FeedCard({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { data: feed } = useQuery(agendaFeed(organizationId));
  const { create, revoke } = useFeedActions(organizationId);
  const onError = useShowProblem();
  const hasFeed = feed !== undefined && feed.createdAt !== null;
  const url = hasFeed ? create.data?.url : undefined;
  return (
    <Card title={t`In your calendar`}>
      <p className="text-sm text-muted">
        <Trans>
          Calendar apps can subscribe to the agenda. Anyone with the address can read it without an account. It stops
          working when you create a new one or leave the organization.
        </Trans>
      </p>
      {url === undefined ? null : (
        <div className="flex items-end gap-1">
          <div className="min-w-0 flex-1">
            <TextField
              label={t`Calendar address`}
              hint={t`Copy it now; it is not shown again.`}
              dir="ltr"
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
            />
          </div>
          <CopyButton text={url} label={t`Copy address`} />
        </div>
      )}
      {hasFeed ? (
        <p className="text-sm">
          <Trans>
            Address created <Time value={feed.createdAt ?? ''} />.
          </Trans>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          isBusy={create.isPending}
          disabled={feed === undefined}
          onClick={() => create.mutate(undefined, { onError })}
        >
          {hasFeed ? <Trans>Create new address</Trans> : <Trans>Create address</Trans>}
        </Button>
        {hasFeed ? (
          <Button kind="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate(undefined, { onError })}>
            <Trans>Remove address</Trans>
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
