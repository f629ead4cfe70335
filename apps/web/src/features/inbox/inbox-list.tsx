import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Time } from '../../components/time';
import { classNames } from '../../lib/class-names';
import type { InboxState } from './use-inbox';

/** What waits, with the document that is looked at. */
export function InboxList({ documents, index, select }: Pick<InboxState, 'documents' | 'index' | 'select'>) {
  const { t } = useLingui();
  const present = useRef<HTMLButtonElement>(null);
  const shownId = documents[index]?.id;
  useEffect(() => {
    present.current?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  return (
    <ul aria-label={t`In the inbox`} className="min-h-0 flex-1 list-none overflow-y-auto p-1">
      {documents.map(({ id, name, createdAt }, position) => (
        <li key={id}>
          <button
            type="button"
            ref={position === index ? present : null}
            aria-current={position === index ? 'true' : undefined}
            onClick={() => select(id)}
            className={classNames(
              'flex w-full flex-col rounded-control px-2 py-1.5 text-start text-sm hover:bg-hover',
              position === index && 'bg-selected font-medium',
            )}
          >
            <span dir="auto" className="w-full truncate">
              {name}
            </span>
            <span className="text-xs font-normal text-muted">
              <Time value={createdAt} form="ago" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
