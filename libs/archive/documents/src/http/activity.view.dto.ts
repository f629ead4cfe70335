import type { ActivityEntry, ActivityEvent } from '#ground/history';
import type { DateTime, Integer } from '#ground/http-kit';

export class ActivityUserView {
  id!: string;
  name!: string;
}

export class ActivityTagView {
  id!: string;
  name!: string;
  color!: string;
  description!: string | null;
}

export class ActivityView {
  id!: string;
  createdAt!: DateTime;
  documentId!: string;
  event!: ActivityEvent;
  /**
   * For `updated`: which fields, as `{ updatedFields: ["name"] }`. For `created` by a visitor: the file request, as
   * `{ fileRequestId, fileRequestTitle }`; for `created` of the pages of another document: `{ splitFromId, splitFromName }`.
   * For `split`: `{ partIds }`; for `not-split`: `{ reason }`.
   */
  eventData!: object | null;
  /** Null for changes that the server made. */
  userId!: string | null;
  tagId!: string | null;
  user!: ActivityUserView | null;
  /** Null when the tag has been deleted. */
  tag!: ActivityTagView | null;
}

export class ActivitiesView {
  activities!: ActivityView[];
  /** All entries, not only those of the page. */
  activitiesCount!: Integer;
}

export function activitiesView(found: { activities: ActivityEntry[]; activitiesCount: number }): ActivitiesView {
  const activities = found.activities.map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() }));
  return { activities, activitiesCount: found.activitiesCount };
}
