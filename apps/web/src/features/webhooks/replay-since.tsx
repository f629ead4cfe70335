import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button';
import { TextField } from '../../components/text-field';
import { useShowProblem } from '../../components/use-show-problem';
import { timeOfDay } from '../../lib/formats/days';
import { runningTask } from '../task-progress';
import { useReplaySince, type WebhookAddress } from './webhooks.queries';

/** Sends all events since a time again: for a receiver that has lost some. */
export function ReplaySince({ address, isEnabled }: { address: WebhookAddress; isEnabled: boolean }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const replay = useReplaySince(address);
  const [since, setSince] = useState('');
  const [taskId, setTaskId] = useState<string>();
  const [day, clock] = since.split('T');
  return (
    <form
      className="flex flex-wrap items-end gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (day === undefined || clock === undefined) return;
        replay.mutate(timeOfDay(day, clock.length === 5 ? `${clock}:00` : clock), {
          onSuccess: setTaskId,
          onError: showProblem,
        });
      }}
    >
      <div className="min-w-48">
        <TextField
          label={t`Send everything again since`}
          type="datetime-local"
          value={since}
          disabled={!isEnabled}
          onChange={({ target }) => setSince(target.value)}
        />
      </div>
      <Button type="submit" disabled={!isEnabled || clock === undefined} isBusy={replay.isPending}>
        <Trans>Send again</Trans>
      </Button>
      <p className="w-full text-xs text-muted" aria-live="polite">
        {!isEnabled ? (
          <Trans>Turn on the webhook first.</Trans>
        ) : taskId === undefined ? (
          <Trans>Receivers recognize repeated messages by their webhook-id.</Trans>
        ) : (
          <ReplayProgress organizationId={address.organizationId} taskId={taskId} />
        )}
      </p>
    </form>
  );
}

function ReplayProgress({ organizationId, taskId }: { organizationId: string; taskId: string }) {
  const { data } = useQuery(runningTask(organizationId, taskId));
  if (data?.status === 'completed') return <Trans>All events since then are being sent again.</Trans>;
  if (data?.status === 'failed' || data?.status === 'cancelled')
    return <Trans>It was not completed. Start again.</Trans>;
  return <Trans>Events are being collected …</Trans>;
}
