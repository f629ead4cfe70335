import type { ReactNode } from 'react';
import { Button } from './button';

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
