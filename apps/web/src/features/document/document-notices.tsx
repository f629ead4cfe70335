import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { ProgressBar } from '../../components/progress-bar';
import { classNames } from '../../lib/class-names';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { formatNumber } from '../../lib/format';
import { lazyComponent } from '../../lib/lazy-component';
import { onEvent, onProgress } from '../../lib/live-events';
import { members } from '../members';
import { currentUser } from '../session';
import {
  moveDocument,
  refreshDocument,
  useReprocess,
  type ArchiveDocument,
  type DocumentIds,
} from './document.queries';
import { SplitNotice } from './split-notice';

const NOTICE_MS = 8_000;

const UnlockForm = lazyComponent(async () => (await import('./unlock-form')).UnlockForm);

/** In the trash, damaged, being read, could not be read, changed by others: each in one line above the pages. */
export function DocumentNotices({
  path,
  document,
  canEdit,
  onRestore,
}: {
  path: DocumentIds;
  document: ArchiveDocument;
  canEdit: boolean;
  onRestore: () => void;
}) {
  return (
    <>
      {document.isDeleted ? (
        <Notice kind="warn" action={canEdit ? { label: <Trans>Restore</Trans>, run: onRestore } : undefined}>
          <Trans>This document is in the trash.</Trans>
          <SplitNotice path={path} />
        </Notice>
      ) : null}
      {document.isInInbox && !document.isDeleted ? <InboxNotice path={path} canEdit={canEdit} /> : null}
      <DamageNotice document={document} />
      <ReadingNotice path={path} document={document} canEdit={canEdit} />
      <ChangeNotice path={path} />
    </>
  );
}

function InboxNotice({ path, canEdit }: { path: DocumentIds; canEdit: boolean }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const showProblem = useShowProblem();
  const done = useDone();
  const move = useMutation({
    mutationFn: (isInInbox: boolean) => moveDocument(path, isInInbox),
    onSettled: () => refreshDocument(queryClient, path),
  });
  const confirm = (): void =>
    move.mutate(false, {
      onError: showProblem,
      onSuccess: () => done(t`Confirmed`, () => move.mutateAsync(true)),
    });
  return (
    <Notice
      kind="info"
      action={canEdit ? { label: <Trans>Confirm</Trans>, run: confirm, isBusy: move.isPending } : undefined}
    >
      <Trans>This document is in the inbox. No one has confirmed it yet.</Trans>
    </Notice>
  );
}

function Notice({
  kind,
  action,
  children,
}: {
  kind: 'info' | 'warn';
  action?: { label: ReactNode; run: () => void; isBusy?: boolean } | undefined;
  children: ReactNode;
}) {
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-9 shrink-0 items-center gap-3 border-b border-line px-3 py-1 text-sm',
        kind === 'warn' ? 'bg-warn-bg text-warn' : 'bg-info-bg text-info',
      )}
    >
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {action ? (
        <Button size="small" isBusy={action.isBusy ?? false} onClick={action.run}>
          {action.label}
        </Button>
      ) : null}
    </div>
  );
}

/** The field stands outside of what is read out by itself. */
function LockedNotice({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-col gap-1 border-b border-line bg-warn-bg px-3 py-2 text-sm">
      <p role="status" className="text-warn">
        <Trans>This document is protected by a password.</Trans>
      </p>
      <Suspense fallback={null}>{children}</Suspense>
    </div>
  );
}

function DamageNotice({ document: { fileDamage } }: { document: ArchiveDocument }) {
  if (!fileDamage) return null;
  return (
    <Notice kind="warn">
      {fileDamage.problem === 'missing' ? (
        <Trans>This document’s file is missing on the server.</Trans>
      ) : (
        <Trans>This document’s file is damaged and cannot be downloaded.</Trans>
      )}{' '}
      <Trans>The administrator of the server can restore it from a backup.</Trans>
    </Notice>
  );
}

function ReadingNotice({
  path,
  document,
  canEdit,
}: {
  path: DocumentIds;
  document: ArchiveDocument;
  canEdit: boolean;
}) {
  const { t } = useLingui();
  const { status, outcome, reason, progress: first } = document.extraction;
  const [progress, setProgress] = useState(first);
  const reprocess = useReprocess(path);
  const [triedFor, setTriedFor] = useState<string>();
  const showProblem = useShowProblem();
  useEffect(
    () =>
      onProgress(({ documentId, pagesDone, pagesTotal }) => {
        if (documentId === path.documentId && pagesDone !== null) setProgress({ done: pagesDone, total: pagesTotal });
      }),
    [path.documentId],
  );
  if (status !== 'completed') {
    const { done = 0, total = null } = progress ?? {};
    const text =
      status === 'waiting'
        ? (reason ?? t`Waiting to be read.`)
        : total === null
          ? t`The file is being read…`
          : t`Reading page ${formatNumber(Math.min(done + 1, total))} of ${formatNumber(total)}`;
    return (
      <Notice kind="info">
        <p dir="auto">{text}</p>
        {total === null || status === 'waiting' ? null : <ProgressBar value={done / total} label={text} />}
      </Notice>
    );
  }
  if (outcome === 'encrypted')
    return (
      <LockedNotice>
        {canEdit && !document.isDeleted ? (
          <UnlockForm
            path={path}
            wasTried={triedFor === path.documentId}
            onTried={(wasTried) => setTriedFor(wasTried ? path.documentId : undefined)}
          />
        ) : null}
      </LockedNotice>
    );
  const remedy = remedyOf(outcome);
  if (remedy === undefined) return null;
  const remedies = {
    again: t`Read it again, or download the file to check it.`,
    file: t`Download the file to check it; a repaired copy can be uploaded.`,
  };
  const retry = {
    label: <Trans>Read again</Trans>,
    isBusy: reprocess.isPending,
    run: () => reprocess.mutate(undefined, { onError: showProblem }),
  };
  return (
    <Notice kind="warn" action={canEdit && !document.isDeleted && remedy === 'again' ? retry : undefined}>
      <span dir="auto">{reason ?? t`The text of this file could not be read.`}</span> {remedies[remedy]}
    </Notice>
  );
}

function remedyOf(outcome: string | null): 'again' | 'file' | undefined {
  if (outcome === 'corrupt' || outcome === 'too-large') return 'file';
  return outcome === 'timeout' || outcome === 'crashed' || outcome === 'failed' ? 'again' : undefined;
}

/** Says for a while that another user has changed the document; what is shown is new already. */
function ChangeNotice({ path }: { path: DocumentIds }) {
  const { t } = useLingui();
  const { data: me } = useQuery(currentUser());
  const { data: all } = useQuery(members(path.organizationId));
  const [by, setBy] = useState<{ userId: string }>();
  useEffect(
    () =>
      onEvent(({ actor, data }) => {
        if (!('documentId' in data) || data.documentId !== path.documentId) return;
        if (actor?.userId && me && actor.userId !== me.id) setBy({ userId: actor.userId });
      }),
    [path.documentId, me?.id],
  );
  useEffect(() => {
    if (!by) return;
    const timer = setTimeout(() => setBy(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [by]);
  if (!by) return null;
  const who = all?.find(({ userId }) => userId === by.userId)?.user.name || t`Someone else`;
  return (
    <Notice kind="info">
      <span dir="auto">{t`${who} has just changed this document.`}</span>
    </Notice>
  );
}
