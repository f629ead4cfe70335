import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { CreateLink } from './create-link';
import { LinkRow } from './link-row';
import { documentShareLinks, type DocumentAddress } from './share-links.queries';

export interface ShareDialogProps {
  path: DocumentAddress;
  /** Of the document. */
  name: string;
  isDeleted: boolean;
  onClose: () => void;
}

/** Makes links to a document and lists those that it has. */
export function ShareDialog({ path, name, isDeleted, onClose }: ShareDialogProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(documentShareLinks(path));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide
      title={t`Share by a link`}
      description={
        <Trans>
          Anyone with the link sees the pages of <bdi>“{name}”</bdi> and can download the file, without an account.
        </Trans>
      }
    >
      <CreateLink path={path} />
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">
          <Trans>Links to this document</Trans>
        </h3>
        {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <Skeleton className="h-20" />}
        {data?.length === 0 ? (
          <p className="text-sm text-muted">
            <Trans>There are none yet.</Trans>
          </p>
        ) : null}
        {data && data.length > 0 ? (
          <ul
            aria-label={t`Links to this document`}
            className="flex flex-col divide-y divide-line rounded-menu border border-line text-sm"
          >
            {data.map((link) => (
              <LinkRow key={link.id} link={link} isDocumentDeleted={isDeleted} />
            ))}
          </ul>
        ) : null}
      </section>
    </Dialog>
  );
}
