import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download, Eye, History } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { IconButton } from '../../components/icon-button';
import { Time } from '../../components/time';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { formatNumber, formatSize } from '../../lib/format';
import { lazyComponent } from '../../lib/lazy-component';
import { members } from '../members';
import type { ArchiveDocument, DocumentIds } from './document.queries';
import { useRestoreVersion, versionAddress, versionsOf, type Version } from './versions.queries';

const VersionDialog = lazyComponent(async () => (await import('./version-dialog')).VersionDialog);

/** The files that the document has had. A single one takes one line. */
export function DocumentVersions({
  path,
  document,
  canEdit,
}: {
  path: DocumentIds;
  document: ArchiveDocument;
  canEdit: boolean;
}) {
  const { t } = useLingui();
  const heading = useId();
  const { data: versions = [] } = useQuery(versionsOf(path, document.originalSha256Hash));
  const [shown, setShown] = useState<number>();
  const [wanted, setWanted] = useState<number>();
  const restore = useRestoreVersion(path);
  const showProblem = useShowProblem();
  const done = useDone();
  const current = versions[0];
  if (!current) return null;
  if (versions.length === 1) {
    return (
      <p className="text-xs text-muted">
        <Trans>This is the only version of the file.</Trans>
      </p>
    );
  }
  const put = (number: number): void =>
    restore.mutate(number, {
      onError: showProblem,
      onSuccess: () => done(t`Version ${formatNumber(number)} restored`, () => restore.mutateAsync(current.number)),
      onSettled: () => setWanted(undefined),
    });
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 border-t border-line pt-3 text-xs">
      <h2 id={heading} className="text-muted">
        <Trans>Versions</Trans>
      </h2>
      <ol className="flex flex-col gap-1">
        {versions.map((version) => (
          <Item
            key={version.number}
            {...{ path, version }}
            pagesCount={version.isCurrent ? (document.preview?.pagesCount ?? null) : null}
            canRestore={canEdit && version.sha256 !== current.sha256}
            onShow={() => setShown(version.number)}
            onRestore={() => setWanted(version.number)}
          />
        ))}
      </ol>
      {shown === undefined ? null : (
        <Suspense>
          <VersionDialog path={path} number={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        title={t`Restore version ${formatNumber(wanted ?? 0)}?`}
        action={t`Restore`}
        isBusy={restore.isPending}
        onConfirm={() => {
          if (wanted !== undefined) put(wanted);
        }}
      >
        <Trans>
          It becomes the newest version. The file as it is now stays in the list, and can be restored in the same way.
        </Trans>
      </ConfirmDialog>
    </section>
  );
}

function Item({
  path,
  version,
  pagesCount,
  canRestore,
  onShow,
  onRestore,
}: {
  path: DocumentIds;
  version: Version;
  pagesCount: number | null;
  canRestore: boolean;
  onShow: () => void;
  onRestore: () => void;
}) {
  const { t } = useLingui();
  const { data: all } = useQuery(members(path.organizationId));
  const { number, createdAt, createdBy, change, restoredNumber, mimeType, size, isCurrent } = version;
  const name = formatNumber(number);
  const why = {
    upload: t`Added`,
    pages: t`Pages changed`,
    restore: t`Version ${formatNumber(restoredNumber ?? 0)} restored`,
  }[change];
  const who = all?.find(({ userId }) => userId === createdBy)?.user.name;
  const pages = pagesCount === null ? null : t`Pages: ${formatNumber(pagesCount)}`;
  return (
    <li className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          {t`Version ${name}`}
          {isCurrent ? (
            <span className="ms-2 rounded-chip bg-ok-bg px-1.5 py-0.5 text-xs text-ok">
              <Trans>Current</Trans>
            </span>
          ) : null}
        </p>
        <p className="break-words text-muted">
          {[why, who, formatSize(size), pages].filter(Boolean).join(' · ')} · <Time value={createdAt} form="ago" />
        </p>
      </div>
      {mimeType === 'application/pdf' ? (
        <IconButton icon={Eye} label={t`Show version ${name}`} aria-haspopup="dialog" onClick={onShow} />
      ) : null}
      <a
        href={versionAddress(path, number)}
        download
        aria-label={t`Download version ${name}`}
        title={t`Download version ${name}`}
        className="inline-grid size-(--control-height) shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <Download aria-hidden size={16} />
      </a>
      {canRestore ? (
        <IconButton icon={History} label={t`Restore version ${name}`} aria-haspopup="dialog" onClick={onRestore} />
      ) : null}
    </li>
  );
}
