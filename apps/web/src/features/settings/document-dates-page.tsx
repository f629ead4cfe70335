import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { Skeleton } from '../../components/skeleton';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { useRole } from '../session';
import { useChangeDateDetection, type DateDetection } from './document-dates.queries';
import { FillDocuments } from './fill-documents';
import { InvoiceDetails } from './invoice-details';
import { organizationSettings } from './settings.queries';

/** How documents get the dates that are in them, and the same for those that are here. */
export function DocumentDatesPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { canEdit } = useRole(organizationId);
  const { data, error, refetch } = useQuery(organizationSettings(organizationId));
  const detection = data?.documents.dateDetection;
  return (
    <Page
      title={t`Dates`}
      description={
        <Trans>The date of a document is found in its text, in the name of its file or in the header of a mail.</Trans>
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {detection === undefined ? (
        error ? null : (
          <Skeleton className="h-32" />
        )
      ) : (
        <>
          <DetectionSetting organizationId={organizationId} present={detection} />
          <Card title={t`Existing documents`}>
            {detection === 'off' ? (
              <p className="text-muted">
                <Trans>Turn this on to find dates.</Trans>
              </p>
            ) : (
              // What was found with another order of day and month says nothing any more.
              <FillDocuments
                key={detection}
                organizationId={organizationId}
                finder="dates"
                canEdit={canEdit}
                choices={[
                  { value: '-has:date', label: t`Documents without a date` },
                  { value: '', label: t`All, also those whose date was found` },
                ]}
              />
            )}
          </Card>
        </>
      )}
      <InvoiceDetails organizationId={organizationId} />
    </Page>
  );
}

function DetectionSetting({ organizationId, present }: { organizationId: string; present: DateDetection }) {
  const { t } = useLingui();
  const { role, isOwner } = useRole(organizationId);
  const change = useChangeDateDetection(organizationId);
  const showProblem = useShowProblem();
  const done = useDone();
  const choose = (chosen: DateDetection): void =>
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
          label={t`Date of documents without one`}
          hint={t`If you cannot turn it on, it is off for the whole server. A date someone set or removed is never replaced.`}
          disabled={!isOwner || change.isPending}
          value={present}
          onChange={({ target }) => choose(target.value as DateDetection)}
          options={[
            { value: 'off', label: t`Leave it empty` },
            { value: 'auto', label: t`On, 07/03/26 only if the document shows the order` },
            { value: 'day-first', label: t`On, day first: 07/03/26 is March 7` },
            { value: 'month-first', label: t`On, month first: 07/03/26 is July 3` },
            { value: 'year-first', label: t`On, year first: 07/03/26 is March 26, 2007` },
          ]}
        />
      </div>
    </Card>
  );
}
