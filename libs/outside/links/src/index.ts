export { bearerTokenOf } from './bearer-token.js';
export { LinkPasswords, MAX_LINK_PASSWORD_LENGTH } from './link-passwords.js';
export { createLinkToken, LINK_TOKEN } from './link-token.js';
export { PUBLIC_RESPONSE_HEADERS } from './public-response-headers.js';
export { shownAddress } from './shown-address.js';
export { ShareLinkAccessRepository, type Access } from './share-links/share-link-access.repository.js';
export { ShareLinks, type ListedShareLink, type ShareLink, type ShareLinkChanges } from './share-links/share-links.js';
export * from './share-links/share-links.errors.js';
export * from './share-links/share-links.events.js';
export { VisitShareLink, type SharedDocument, type ShareLinkRequest } from './share-links/visit-share-link.js';
export {
  FileRequestRepository,
  type FileRequest,
  type FoundFileRequest,
} from './file-requests/file-request.repository.js';
export { FileRequestVisits, type OpenFileRequest, type Visitor } from './file-requests/file-request-visits.js';
export { FileRequests, type FileRequestChanges, type FileRequestFields } from './file-requests/file-requests.js';
export * from './file-requests/file-requests.errors.js';
export * from './file-requests/file-requests.events.js';
export { HandInFile, isFull, type HandedInDetails } from './file-requests/hand-in-file.js';
export { HandInPlaces } from './file-requests/hand-in-places.js';
export { ReceivedFiles, type ListedFile } from './file-requests/received-files.js';
export { LinksModule } from './links.module.js';
