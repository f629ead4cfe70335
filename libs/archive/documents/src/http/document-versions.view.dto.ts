import type { DocumentVersion } from '#archive/documents';
import type { DateTime, Integer } from '#ground/http-kit';

export class VersionView {
  /** Counted from 1, which is the file with which the document was added. */
  number!: Integer;
  createdAt!: DateTime;
  /** The user who has made it; null when that was the server or a former member. */
  createdBy!: string | null;
  /** `pages`: of pages of the version before; `restore`: an earlier version again. */
  change!: DocumentVersion['change'];
  /** The version that was restored; null for others. */
  restoredNumber!: Integer | null;
  mimeType!: string;
  /** Bytes. */
  size!: Integer;
  /** Lower-case hexadecimal. */
  sha256!: string;
  /** It is the file that the document has. */
  isCurrent!: boolean;
}

export class VersionsView {
  /** The newest first. */
  versions!: VersionView[];
}

export class RestoredVersionView {
  /** The number of the new version. */
  version!: Integer;
}

export function versionsView(versions: readonly DocumentVersion[]): VersionsView {
  return {
    versions: versions.map(({ createdAt, ...version }, index) => ({
      ...version,
      createdAt: createdAt.toISOString(),
      isCurrent: index === 0,
    })),
  };
}
