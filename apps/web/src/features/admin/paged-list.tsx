import type { ReactNode } from 'react';
import { ErrorPanel } from '../../components/error-panel';
import { Pager } from '../../components/pager';
import { Skeleton } from '../../components/skeleton';
import { PAGE_SIZE } from './page-size';

interface PagedListProps<Row> {
  label: string;
  /** The result of the query for the page that is shown. */
  result: { data: { totalCount: number } | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** Undefined before there is a result. */
  rows: readonly Row[] | undefined;
  /** A row of the list, with its key. */
  children: (row: Row) => ReactNode;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  /** A card has its own frame. */
  isInCard?: boolean;
}

/** One page of a long list of the server: what has failed, nothing, or the rows and the way to other pages. */
export function PagedList<Row>({ label, result, rows, children, empty, page, onPage, isInCard }: PagedListProps<Row>) {
  const { data, error, refetch } = result;
  const frame = isInCard ? '' : 'rounded-menu border border-line';
  return (
    <>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {rows?.length === 0 ? <p className="text-muted">{empty}</p> : null}
      {rows && rows.length > 0 ? (
        <ul aria-label={label} className={`flex flex-col divide-y divide-line ${frame}`}>
          {rows.map(children)}
        </ul>
      ) : null}
      {data || error ? null : <Skeleton className={isInCard ? 'h-32' : 'h-96'} />}
      {data ? (
        <Pager
          pageIndex={page - 1}
          pageSize={PAGE_SIZE}
          totalCount={data.totalCount}
          onPage={(pageIndex) => onPage(pageIndex + 1)}
        />
      ) : null}
    </>
  );
}
