import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { FillDocuments } from './fill-documents';
import {
  learnedFilingOf,
  useChangeLearnedFiling,
  useLearnNow,
  type LearnedFiling,
  type LearnedLabelReport,
} from './learned-filing.queries';
import { organizationSettings } from './settings.queries';

/** Whether new documents get what people have given to documents like them, and what was learned. */
export function LearnedFilingPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { canEdit } = useRole(organizationId);
  const { data, error, refetch } = useQuery(organizationSettings(organizationId));
  const present = data?.documents.learnedFiling;
  return (
    <Page
      title={t`Filing`}
      description={
        <Trans>
          Archivolt learns from the tags and properties people give documents, and applies them to new ones. Nothing
          leaves your server.
        </Trans>
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {present === undefined ? (
        error ? null : (
          <Skeleton className="h-32" />
        )
      ) : (
        <>
          <Setting organizationId={organizationId} present={present} />
          <Learned organizationId={organizationId} isOn={present !== 'off'} />
          <Card title={t`Existing documents`}>
            {present === 'off' ? (
              <p className="text-muted">
                <Trans>Turn this on to suggest or set values.</Trans>
              </p>
            ) : (
              // What would be set with another choice says nothing any more.
              <FillDocuments
                key={present}
                organizationId={organizationId}
                finder="filing"
                canEdit={canEdit}
                choices={[
                  { value: '', label: t`All documents` },
                  { value: '-has:tags', label: t`Documents without tags` },
                ]}
              />
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

function Setting({ organizationId, present }: { organizationId: string; present: LearnedFiling }) {
  const { t } = useLingui();
  const { role, isOwner } = useRole(organizationId);
  const change = useChangeLearnedFiling(organizationId);
  const showProblem = useShowProblem();
  const done = useDone();
  const choose = (chosen: LearnedFiling): void =>
    change.mutate(chosen, {
      onError: showProblem,
      onSuccess: () => done(t`Saved.`, () => change.mutateAsync(present)),
    });
  return (
    <Card title={t`New documents`}>
      {role !== undefined && !isOwner ? (
        <p className="text-muted">
          <Trans>Only the owner can change these settings.</Trans>
        </p>
      ) : null}
      <div className="max-w-xl">
        <SelectField
          label={t`What was learned`}
          hint={t`If you cannot turn it on, it is off for the whole server. You can undo what was set on the document’s page, and it does not come back.`}
          disabled={!isOwner || change.isPending}
          value={present}
          onChange={({ target }) => choose(target.value as LearnedFiling)}
          options={[
            { value: 'off', label: t`Off` },
            { value: 'suggest', label: t`Suggest` },
            { value: 'set', label: t`Set if right at least 97% of the time, otherwise suggest` },
          ]}
        />
      </div>
    </Card>
  );
}

function Learned({ organizationId, isOn }: { organizationId: string; isOn: boolean }) {
  const { t } = useLingui();
  const { isOwner } = useRole(organizationId);
  const { data, error, refetch } = useQuery(learnedFilingOf(organizationId));
  const learn = useLearnNow(organizationId);
  const showProblem = useShowProblem();
  const labels = data?.labels ?? [];
  return (
    <Card title={t`What was learned`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <p className="text-muted">
          {data.trainedAt === null ? (
            <Trans>Nothing yet. Tag or label some documents first.</Trans>
          ) : (
            <>
              <Plural value={data.documentsCount} one="From # document" other="From # documents" />
              {', '}
              <Time value={data.trainedAt} form="time" />
            </>
          )}
        </p>
      ) : null}
      {isOwner && isOn ? (
        <div>
          <Button
            disabled={learn.isPending}
            onClick={() =>
              learn.mutate(undefined, {
                onError: showProblem,
                onSuccess: () => void notify(t`Learning has started.`),
              })
            }
          >
            <Trans>Learn now</Trans>
          </Button>
        </div>
      ) : null}
      {labels.length > 0 ? <Labels label={t`What was learned`} labels={labels} /> : null}
    </Card>
  );
}

function Labels({ label, labels }: { label: string; labels: readonly LearnedLabelReport[] }) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full text-start text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="p-1 text-start font-normal">
              <Trans>Tag or option</Trans>
            </th>
            <th className="p-1 text-end font-normal">
              <Trans>Documents</Trans>
            </th>
            <th className="p-1 text-end font-normal">
              <Trans>Accuracy</Trans>
            </th>
            <th className="p-1 text-end font-normal">
              <Trans>Set correctly</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {labels.map(({ id, name, propertyName, documentsCount, ...counts }) => (
            <tr key={id} className="border-t border-line">
              <td className="break-words p-1">
                <bdi>{propertyName === null ? name : `${propertyName}: ${name}`}</bdi>
              </td>
              <td className="p-1 text-end">{documentsCount}</td>
              <td className="p-1 text-end">{share(counts.proposedRightCount, counts.proposedCount)}</td>
              <td className="p-1 text-end">{share(counts.setRightCount, counts.setCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Such as `48 / 50`; a dash when there was none. */
function share(right: number, all: number): string {
  return all === 0 ? '–' : `${right} / ${all}`;
}
