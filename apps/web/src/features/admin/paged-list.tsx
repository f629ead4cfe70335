import type { ReactNode } from 'react';
import { Pager } from '../../components/pager';
import { QueryList } from '../../components/query-list';
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
  const { data } = result;
  return (
    <>
      <QueryList
        label={label}
        query={{ ...result, data: rows }}
        empty={<p className="text-muted">{empty}</p>}
        placeholder={<Skeleton className={isInCard ? 'h-32' : 'h-96'} />}
        {...(isInCard && { className: '' })}
      >
        {children}
      </QueryList>
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
