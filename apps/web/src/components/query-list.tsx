import type { ReactNode } from 'react';
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
