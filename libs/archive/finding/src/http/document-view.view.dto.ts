import type { DateTime, Integer } from '#ground/http-kit';
import type { DocumentView, ViewLayout, ViewSortField, ViewSortOrder } from '#archive/finding';

export class DocumentViewView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  /** Null when the user is gone. */
  createdBy!: string | null;
  name!: string;
  query!: string;
  description!: string | null;
  /** Null at the top. */
  parentId!: string | null;
  /** Counts from 0 among the views with the same parent that the caller sees. Changes without a new `updatedAt`. */
  position!: Integer;
  isPinned!: boolean;
  /** False: only its creator sees it. */
  isShared!: boolean;
  sortField!: ViewSortField | null;
  sortOrder!: ViewSortOrder | null;
  columns!: string[] | null;
  layout!: ViewLayout | null;
}

export class DocumentViewResponse {
  documentView!: DocumentViewView;
}

export function documentViewView(view: DocumentView): DocumentViewView {
  return { ...view, createdAt: view.createdAt.toISOString(), updatedAt: view.updatedAt.toISOString() };
}
