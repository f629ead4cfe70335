import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../components/dialog';
import { QueryList } from '../../components/query-list';
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
  const links = useQuery(documentShareLinks(path));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide
      title={t`Share with a link`}
      description={
        <Trans>
          Anyone with the link can see <bdi>“{name}”</bdi> and download the file, without an account.
        </Trans>
      }
    >
      <CreateLink path={path} />
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">
          <Trans>Share links</Trans>
        </h3>
        <QueryList
          label={t`Share links`}
          query={links}
          placeholder={<Skeleton className="h-20" />}
          empty={
            <p className="text-sm text-muted">
              <Trans>None yet.</Trans>
            </p>
          }
          className="rounded-menu border border-line text-sm"
        >
          {(link) => <LinkRow key={link.id} link={link} isDocumentDeleted={isDeleted} />}
        </QueryList>
      </section>
    </Dialog>
  );
}
