import { Skeleton } from '../../components/skeleton';

/** Rows of the final size, until the first ones are there. */
export function ListSkeleton() {
  return (
    <div aria-hidden className="flex min-h-0 flex-1 flex-col overflow-hidden pt-8">
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="flex h-(--row) shrink-0 items-center gap-3 border-b border-line px-3">
          <Skeleton className="size-4" />
          <Skeleton className="h-11 max-h-[70%] w-9" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  );
}
