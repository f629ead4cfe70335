import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '../components/skeleton';

/** Shown while a page, or what it shows, is loaded. */
export function LoadingPage() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      <Skeleton className="h-64" />
    </div>
  );
}
