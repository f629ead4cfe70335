import type { ReactNode } from 'react';
import { Button } from './button';
import { ErrorPanel } from './error-panel';

export interface QueryListProps<Row> {
  label?: string;
  query: { data: readonly Row[] | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** A row of the list, with its key. */
  children: (row: Row, index: number) => ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** Shown before there is a result. */
  placeholder: ReactNode;
  /** Of the list; a card has its own frame. */
  className?: string;
}

/** The rows that a query fetched, or why there are none. */
export function QueryList<Row>({
  label,
  query: { data: rows, error, refetch },
  children,
  empty,
  placeholder,
  className = 'rounded-menu border border-line',
}: QueryListProps<Row>) {
  return (
    <>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {rows?.length === 0 ? empty : null}
      {rows && rows.length > 0 ? (
        <ul aria-label={label} className={`flex flex-col divide-y divide-line ${className}`}>
          {rows.map(children)}
        </ul>
      ) : null}
      {rows || error ? null : placeholder}
    </>
  );
}

export interface NextPageButtonProps {
  /** The result of the query that fetches page after page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children: ReactNode;
}

/** Fetches the next page of a list that grows. Nothing when all of it is there. */
export function NextPageButton({ query, children }: NextPageButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button className="self-start" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  );
}
