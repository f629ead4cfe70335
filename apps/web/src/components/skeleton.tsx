import { useEffect, useState } from 'react';
import { classNames } from '../lib/class-names';

/** True after 150 ms: what comes sooner needs no placeholder. */
export function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setIsSlow(false);
    const timer = setTimeout(() => setIsSlow(true), 150);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isSlow;
}

/** A grey place of the size of what comes. Give it width and height by classes. */
export function Skeleton({ className }: { className: string }) {
  const isSlow = useIsSlow(true);
  return <div aria-hidden className={classNames('rounded-control', isSlow && 'animate-pulse bg-hover', className)} />;
}

/** Places of the rows of a list. */
export function SkeletonRows({ count, className }: { count: number; className: string }) {
  return (
    <div aria-hidden className="flex flex-col gap-px">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={className} />
      ))}
    </div>
  );
}
