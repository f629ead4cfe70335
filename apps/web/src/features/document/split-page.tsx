import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Checkbox } from '../../components/checkbox';
import { classNames } from '../../lib/class-names';
import { formatNumber } from '../../lib/format';
import { PicturePage } from '../viewer';
import type { DocumentIds } from './document.queries';

const SIZE = { width: 160, height: 226 };

/** One page in the dialog that splits a document. */
export function SplitPage({
  path,
  page,
  version,
  part,
  isFirst,
  begins,
  isLeft,
  onBegin,
  onLeave,
}: {
  path: DocumentIds;
  page: number;
  version: string;
  /** Which document the page becomes a part of. */
  part: number | undefined;
  isFirst: boolean;
  begins: boolean;
  isLeft: boolean;
  onBegin: () => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const [size, setSize] = useState(SIZE);
  return (
    <li
      className={classNames(
        'flex flex-col gap-1 rounded-control border-s-4 p-2',
        begins || isFirst ? 'border-accent' : 'border-transparent',
      )}
    >
      <div
        className={classNames('relative w-full ring-1 ring-line', isLeft && 'opacity-40')}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
      >
        <PicturePage
          {...path}
          {...{ page, version, size }}
          isThumbnail
          isPaperDark={false}
          onSize={(_, drawn) => setSize(drawn)}
        />
      </div>
      <p className="text-xs text-muted">
        {part === undefined ? (
          <Trans>Page {formatNumber(page)}, left out</Trans>
        ) : (
          <Trans>
            Page {formatNumber(page)}, document {formatNumber(part)}
          </Trans>
        )}
      </p>
      {isFirst ? null : (
        <Checkbox checked={begins} onChange={onBegin} aria-label={t`Starts a document: page ${formatNumber(page)}`}>
          <Trans>Starts a document</Trans>
        </Checkbox>
      )}
      <Checkbox checked={isLeft} onChange={onLeave} aria-label={t`Leave out: page ${formatNumber(page)}`}>
        <Trans>Leave out</Trans>
      </Checkbox>
    </li>
  );
}
