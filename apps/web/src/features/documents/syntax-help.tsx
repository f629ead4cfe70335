import { useLingui } from '@lingui/react/macro';
import { CircleHelp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../components/icon-button';
import { Popover } from '../../components/popover';
import { Skeleton } from '../../components/skeleton';
import { lazyComponent } from '../../lib/lazy-component';

const SyntaxExamples = lazyComponent(async () => (await import('./syntax-examples')).SyntaxExamples);

/** What can be typed into the search box. A click on an example searches for it. */
export function SyntaxHelp({ onExample }: { onExample: (query: string) => void }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      title={t`How to search`}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<IconButton icon={CircleHelp} label={t`How to search`} className="size-7!" />}
    >
      <Suspense fallback={<Skeleton className="h-96 w-80" />}>
        <SyntaxExamples
          onExample={(query) => {
            setIsOpen(false);
            onExample(query);
          }}
        />
      </Suspense>
    </Popover>
  );
}
