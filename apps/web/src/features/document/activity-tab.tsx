import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { TagChip } from '../../components/tag-chip';
import { Time } from '../../components/time';
import { updatedFields } from './document';
import { activityOf, type Activity, type DocumentIds } from './document.queries';

/** What happened to the document, newest first. */
export function ActivityTab({ path }: { path: DocumentIds }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    activityOf(path),
  );
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-40" />;
  const activities = data.pages.flatMap((page) => page.activities);
  const all = data.pages[0]?.activitiesCount ?? 0;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-muted">{plural(all, { one: '# entry', other: '# entries' })}</p>
      <ol className="flex flex-col gap-3">
        {activities.map((activity) => (
          <li key={activity.id} className="text-sm">
            <p dir="auto" className="break-words">
              <Sentence activity={activity} />
            </p>
            <p className="text-xs text-muted">
              <Time value={activity.createdAt} form="ago" />
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show older ones</Trans>
        </Button>
      ) : null}
    </div>
  );
}

function Sentence({ activity }: { activity: Activity }) {
  const { t } = useLingui();
  const { event, eventData, user, userId, tag } = activity;
  const who = user?.name || (userId === null ? t`Archivolt` : t`A former member`);
  const chip: ReactNode = tag ? <TagChip name={tag.name} color={tag.color} /> : <Trans>a tag that was deleted</Trans>;
  const names: Record<string, string> = {
    name: t`the name`,
    content: t`the text`,
    documentDate: t`the date`,
    archiveNumber: t`the archive number`,
    notes: t`the notes`,
    file: t`the file`,
    isInInbox: t`whether it is in the inbox`,
    holds: t`the legal hold`,
  };
  switch (event) {
    case 'created':
      if (typeof eventData?.['fileRequestTitle'] === 'string') {
        const request = <bdi className="font-medium">{eventData['fileRequestTitle']}</bdi>;
        return <Trans>It came in by the file request {request}</Trans>;
      }
      if (typeof eventData?.['splitFromName'] === 'string') {
        const whole = <bdi className="font-medium">{eventData['splitFromName']}</bdi>;
        return <Trans>Created from pages of {whole}</Trans>;
      }
      return <Trans>{who} added the document</Trans>;
    case 'split': {
      const ids = eventData?.['partIds'];
      const count = Array.isArray(ids) ? ids.length : 0;
      return <Plural value={count} one="It was split into # document" other="It was split into # documents" />;
    }
    case 'not-split': {
      const reason = eventData?.['reason'];
      return (
        <Trans>
          It could not be split: <span dir="auto">{typeof reason === 'string' ? reason : ''}</span>
        </Trans>
      );
    }
    case 'deleted':
      return <Trans>{who} moved the document to trash</Trans>;
    case 'restored':
      return <Trans>{who} restored the document</Trans>;
    case 'tagged':
      return (
        <Trans>
          {who} added the tag {chip}
        </Trans>
      );
    case 'untagged':
      return (
        <Trans>
          {who} removed the tag {chip}
        </Trans>
      );
    case 'updated': {
      const fields = updatedFields(eventData).map((field) =>
        Object.hasOwn(names, field) ? names[field] : `“${field}”`,
      );
      const list = fields.join(', ');
      return list === '' ? (
        <Trans>{who} changed the document</Trans>
      ) : (
        <Trans>
          {who} changed {list}
        </Trans>
      );
    }
  }
}
