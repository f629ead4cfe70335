import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { File, Mail } from 'lucide-react';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import type { IntakeFailureView } from '../../lib/api';
import { formatSize } from '../../lib/format';
import { useRetryFailure } from './intake.queries';

const SOURCES: Record<IntakeFailureView['source'], MessageDescriptor> = {
  email: msg`E-mail`,
  folder: msg`Folder`,
  plugin: msg`Plugin`,
};

export interface FailureRowProps {
  organizationId: string;
  failure: IntakeFailureView;
  canEdit: boolean;
  onRemove: () => void;
}

export function FailureRow({ organizationId, failure, canEdit, onRemove }: FailureRowProps) {
  const { t } = useLingui();
  const name = failure.fileName ?? failure.subject ?? t`An e-mail without a subject`;
  const Icon = failure.kind === 'mail' ? Mail : File;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className="font-medium break-words">
          {name}
        </p>
        <p dir="auto" className="break-words">
          {failure.reason}
        </p>
        <FailureFacts failure={failure} />
      </div>
      {failure.state === 'retrying' ? (
        <Badge kind="info">
          <Trans>Retrying</Trans>
        </Badge>
      ) : null}
      {canEdit ? (
        <FailureActions organizationId={organizationId} failure={failure} name={name} onRemove={onRemove} />
      ) : null}
    </li>
  );
}

function FailureFacts({ failure }: { failure: IntakeFailureView }) {
  const { i18n } = useLingui();
  const { source, origin, fileName, sender, subject, size, createdAt, attempts, isRetryable } = failure;
  return (
    <p className="text-xs break-words text-muted">
      {sender === null ? null : (
        <>
          <Trans>
            from <bdi>{sender}</bdi>
          </Trans>
          {' · '}
        </>
      )}
      {subject === null || fileName === null ? null : (
        <>
          <bdi>{subject}</bdi>
          {' · '}
        </>
      )}
      <span title={origin}>{i18n._(SOURCES[source])}</span>
      {' · '}
      {size === null ? null : `${formatSize(size)} · `}
      <Time value={createdAt} form="ago" />
      {' · '}
      <Plural value={attempts} one="# attempt" other="# attempts" />
      {isRetryable ? null : (
        <>
          {' · '}
          <Trans>The server no longer has it. Send it again.</Trans>
        </>
      )}
    </p>
  );
}

function FailureActions({
  organizationId,
  failure,
  name,
  onRemove,
}: Omit<FailureRowProps, 'canEdit'> & { name: string }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const retry = useRetryFailure(organizationId);
  const { id, state, isRetryable } = failure;
  return (
    <div className="flex gap-1">
      {isRetryable && state === 'open' ? (
        <Button
          size="small"
          isBusy={retry.isPending}
          onClick={() => retry.mutate(id, { onError: showProblem })}
          aria-label={t`Retry ${name}`}
        >
          <Trans>Retry</Trans>
        </Button>
      ) : null}
      <Button size="small" kind="quiet" onClick={onRemove} aria-label={t`Remove ${name}`}>
        <Trans>Remove</Trans>
      </Button>
    </div>
  );
}
