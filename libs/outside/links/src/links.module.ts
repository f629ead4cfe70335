import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { TagsModule } from '#archive/tags';
import { UploadsModule } from '#archive/uploads';
import { AuthModule } from '#people/auth';
import { OrganizationsModule } from '#people/organizations';
import { FileRequestVisits } from './file-requests/file-request-visits.js';
import { FileRequestRepository } from './file-requests/file-request.repository.js';
import { FileRequests } from './file-requests/file-requests.js';
import { HandInFile } from './file-requests/hand-in-file.js';
import { HandInPlaces } from './file-requests/hand-in-places.js';
import { ReceivedFileRepository } from './file-requests/received-file.repository.js';
import { ReceivedFiles } from './file-requests/received-files.js';
import { LinkPasswords } from './link-passwords.js';
import { ShareLinkAccessRepository } from './share-links/share-link-access.repository.js';
import { ShareLinkAccessTokens, ShareLinkLimits } from './share-links/share-link-security.js';
import { ShareLinkRepository } from './share-links/share-link.repository.js';
import { ShareLinks } from './share-links/share-links.js';
import { VisitShareLink } from './share-links/visit-share-link.js';

const EXPORTED = [
  LinkPasswords,
  ShareLinkAccessRepository,
  ShareLinkAccessTokens,
  ShareLinkLimits,
  ShareLinkRepository,
  ShareLinks,
  VisitShareLink,
  FileRequestRepository,
  FileRequestVisits,
  FileRequests,
  HandInFile,
  HandInPlaces,
  ReceivedFiles,
];

@Module({
  imports: [AuthModule, DocumentsModule, OrganizationsModule, TagsModule, UploadsModule],
  providers: [...EXPORTED, ReceivedFileRepository],
  exports: EXPORTED,
})
export class LinksModule {}
