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
          Tags and options of properties that people give to documents are learned for new ones. This happens on your
          server; nothing leaves it.
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
          <Card title={t`Documents that are here`}>
            {present === 'off' ? (
              <p className="text-muted">
                <Trans>Nothing is suggested or set while this is off.</Trans>
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
          <Trans>Only the owner changes these settings.</Trans>
        </p>
      ) : null}
      <div className="max-w-xl">
        <SelectField
          label={t`What was learned`}
          hint={t`If it stays off, it is off for the whole server. What was set can be undone on the page of the document, and does not come back.`}
          disabled={!isOwner || change.isPending}
          value={present}
          onChange={({ target }) => choose(target.value as LearnedFiling)}
          options={[
            { value: 'off', label: t`Is not used` },
            { value: 'suggest', label: t`Is suggested` },
            { value: 'set', label: t`Is set where at least 97 % of it was right, else suggested` },
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
            <Trans>Nothing yet: people have to give labels to some documents first.</Trans>
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
                onSuccess: () => void notify(t`Learning has begun.`),
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
              <Trans>Right in a trial</Trans>
            </th>
            <th className="p-1 text-end font-normal">
              <Trans>Set rightly in a trial</Trans>
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
