import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Badge } from '../../components/badge';
import { Bar } from '../../components/bar';
import { Card } from '../../components/card';
import { Page } from '../../components/page';
import { Time } from '../../components/time';
import { defined } from '../../lib/defined';
import { formatNumber } from '../../lib/format';
import type { DamagedFile, FilesCheck } from './admin-types';
import { PagedList } from './paged-list';
import { damagedFiles } from './system.queries';

/** The files that are not what was stored, and how far the check of all files is. */
export function StoredFilesPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/signed-in/admin/stored-files' });
  const result = useQuery(damagedFiles(page - 1));
  return (
    <Page title={t`Stored files`} description={t`Whether they are still what was uploaded.`}>
      {result.data ? <Check check={result.data.check} /> : null}
      <PagedList
        label={t`Damaged files`}
        result={result}
        rows={result.data?.damagedFiles}
        empty={<Trans>No damaged files found.</Trans>}
        page={page}
        onPage={(to) => void navigate({ to: '/admin/stored-files', search: defined({ page: to }), replace: true })}
      >
        {(file) => <FileRow key={file.storageKey} file={file} />}
      </PagedList>
    </Page>
  );
}

function Check({ check }: { check: FilesCheck }) {
  const { t } = useLingui();
  const { isEnabled, filesCount, totalFilesCount, startedAt, finishedAt } = check;
  const [done, total] = [formatNumber(filesCount), formatNumber(totalFilesCount)];
  return (
    <Card title={t`Check of all files`}>
      {isEnabled ? null : (
        <p>
          <Trans>
            Turned off by <code>DOCUMENT_STORAGE_SCRUB_ENABLED</code>.
          </Trans>
        </p>
      )}
      {startedAt === null ? (
        isEnabled && (
          <p className="text-muted">
            <Trans>Not started yet.</Trans>
          </p>
        )
      ) : finishedAt === null ? (
        <>
          <Bar whole={totalFilesCount} parts={[{ value: filesCount, kind: 'accent' }]} />
          <p>
            <Trans>
              {done} of {total} files are checked.
            </Trans>
          </p>
        </>
      ) : (
        <p>
          <Trans>
            {done} files were checked, the last of them <Time value={finishedAt} form="ago" />.
          </Trans>
        </p>
      )}
    </Card>
  );
}

function FileRow({ file }: { file: DamagedFile }) {
  const { storageKey, plugin, documentId, organizationId, organizationName, seenAt, problem } = file;
  const { t } = useLingui();
  const problems = {
    missing: t`Missing`,
    size: t`Wrong size`,
    hash: t`Wrong bytes`,
    unreadable: t`Cannot be read`,
  };
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-56">
        {organizationId === null ? null : (
          <h2 className="truncate font-medium">
            <Link to="/admin/organizations/$organizationId" params={{ organizationId }} className="underline">
              <bdi>{organizationName}</bdi>
            </Link>
          </h2>
        )}
        <p className="text-xs text-muted wrap-anywhere">
          <code>{documentId ?? storageKey}</code> · {plugin}
        </p>
      </div>
      <p className="text-xs text-muted">
        <Trans>
          seen <Time value={seenAt} form="ago" />
        </Trans>
      </p>
      <Badge kind="danger">{problems[problem]}</Badge>
    </li>
  );
}
