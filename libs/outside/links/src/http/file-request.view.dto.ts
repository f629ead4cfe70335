import type { FileRequest, ListedFile, OpenFileRequest } from '#outside/links';
import type { DateTime, Integer } from '#ground/http-kit';

export class FileRequestView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  /** Null when the user is gone. */
  createdBy!: string | null;
  title!: string;
  message!: string | null;
  tagIds!: string[];
  /** The secret part of the address. */
  token!: string;
  /** The page on which visitors hand in files. */
  url!: string;
  expiresAt!: DateTime | null;
  isEnabled!: boolean;
  isPasswordProtected!: boolean;
  maxFiles!: Integer | null;
  maxFileBytes!: Integer | null;
  filesCount!: Integer;
  lastReceivedAt!: DateTime | null;
}

export interface FileRequestResponse {
  fileRequest: FileRequestView;
}

export class ReceivedFileView {
  id!: string;
  /** Null when the document was purged. */
  documentId!: string | null;
  /** Whether the document is in the trash. */
  isInTrash!: boolean;
  /** The organization had this file before: the document is the one that it was. */
  isDuplicate!: boolean;
  name!: string;
  /** Bytes. */
  size!: Integer;
  receivedAt!: DateTime;
  /** What the visitor wrote. */
  senderName!: string | null;
  /** The network from which it came: /24 of IPv4, /48 of IPv6. */
  address!: string;
}

export class ReceivedFilesResponse {
  files!: ReceivedFileView[];
  /** All files that came in, not only those of the page. */
  filesCount!: Integer;
}

/** What visitors see of a request. */
export class PublicFileRequestView {
  title!: string;
  message!: string | null;
  organizationName!: string;
  expiresAt!: DateTime | null;
  /** Bytes of the largest file; null when there is no limit. */
  maxFileBytes!: Integer | null;
  /** How many more files are taken; null when there is no limit. */
  filesLeft!: Integer | null;
  isPasswordProtected!: boolean;
}

export class HandedInFileView {
  name!: string;
  /** Bytes. */
  size!: Integer;
}

export function fileRequestView(request: FileRequest, baseUrl: string): FileRequestView {
  return {
    ...request,
    url: `${baseUrl}/drop/${request.token}`,
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    expiresAt: request.expiresAt?.toISOString() ?? null,
    lastReceivedAt: request.lastReceivedAt?.toISOString() ?? null,
  };
}

export function receivedFileView(file: ListedFile): ReceivedFileView {
  return { ...file, receivedAt: file.receivedAt.toISOString() };
}

/** `largestFile`: bytes, or 0 for no limit. */
export function publicFileRequestView(request: OpenFileRequest, largestFile: number): PublicFileRequestView {
  const { title, message, organizationName, expiresAt, isPasswordProtected, maxFiles, filesCount } = request;
  return {
    ...{ title, message, organizationName, isPasswordProtected },
    expiresAt: expiresAt?.toISOString() ?? null,
    maxFileBytes: largestFile > 0 ? largestFile : null,
    filesLeft: maxFiles === null ? null : Math.max(0, maxFiles - filesCount),
  };
}
