import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { Button } from '../../components/button';
import { formatSize } from '../../lib/format';
import { lazyComponent } from '../../lib/lazy-component';
import { attachmentsOf, type Attachment, type DocumentIds } from './document.queries';

const FIRST_SHOWN = 20;

const UnlockForm = lazyComponent(async () => (await import('./unlock-form')).UnlockForm);

/**
 * The files in the file of the document: what a mail has with it, what is in an archive. Nothing when there are none.
 * `canUnlock`: a password for those that need one may be entered.
 */
export function Attachments({ path, canUnlock }: { path: DocumentIds; canUnlock: boolean }) {
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const [triedFor, setTriedFor] = useState<string>();
  const { data: attachments = [] } = useQuery(attachmentsOf(path));
  if (attachments.length === 0) return null;
  const isLocked = attachments.some(({ outcome }) => outcome === 'encrypted');
  const shown = isWhole ? attachments : attachments.slice(0, FIRST_SHOWN);
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 border-t border-line pt-3 text-xs">
      <h2 id={heading} className="text-muted">
        <Trans>Attachments</Trans>
      </h2>
      <ul className="flex flex-col gap-2">
        {shown.map((attachment, index) => (
          <Item key={index} attachment={attachment} />
        ))}
      </ul>
      {isLocked && canUnlock ? (
        <Suspense>
          <UnlockForm
            path={path}
            wasTried={triedFor === path.documentId}
            onTried={(wasTried) => setTriedFor(wasTried ? path.documentId : undefined)}
          />
        </Suspense>
      ) : null}
      {shown.length < attachments.length ? (
        <Button size="small" onClick={() => setWhole(true)}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </section>
  );
}

function Item({ attachment: { name, path, type, size, outcome, reason } }: { attachment: Attachment }) {
  const { t } = useLingui();
  const outcomes: Record<string, string> = {
    ...{ corrupt: t`damaged`, empty: t`no text`, encrypted: t`protected by a password`, text: '' },
  };
  const state = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : t`not read`;
  const facts = [type, size === null ? null : formatSize(size), state];
  return (
    <li className="flex flex-col">
      <span className="break-words" dir="auto">
        {[...path, name].join(' › ')}
      </span>
      <span className="break-words text-muted" title={reason ?? undefined}>
        {facts.filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}
