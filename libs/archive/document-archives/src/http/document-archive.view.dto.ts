import { urlOfArchive, type DocumentArchive } from '#archive/document-archives';
import type { DateTime, Integer } from '#ground/http-kit';

/** A zip archive of documents. */
export class DocumentArchiveView {
  id!: string;
  /** Active documents when it was requested. */
  documentsCount!: Integer;
  /** Bytes of these documents; the archive has a little more. */
  size!: Integer;
  expiresAt!: DateTime;
  /** Where it is downloaded, below the address of the server. */
  url!: string;
}

export function documentArchiveView(archive: DocumentArchive): DocumentArchiveView {
  const { id, documentsCount, bytes, expiresAt } = archive;
  return { id, documentsCount, size: bytes, expiresAt: expiresAt.toISOString(), url: urlOfArchive(archive) };
}
