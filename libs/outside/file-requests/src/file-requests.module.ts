import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { OrganizationsModule } from '#people/organizations';
import { PublicLinksModule } from '#outside/public-links';
import { TagsModule } from '#archive/tags';
import { UploadsModule } from '#archive/uploads';
import { FileRequestRepository } from './file-request.repository.js';
import { FileRequestVisits } from './file-request-visits.js';
import { FileRequests } from './file-requests.js';
import { HandInFile } from './hand-in-file.js';
import { HandInPlaces } from './hand-in-places.js';
import { ReceivedFileRepository } from './received-file.repository.js';
import { ReceivedFiles } from './received-files.js';

const parts = [FileRequestRepository, FileRequestVisits, FileRequests, HandInFile, HandInPlaces, ReceivedFiles];

@Module({
  imports: [DocumentsModule, OrganizationsModule, PublicLinksModule, TagsModule, UploadsModule],
  providers: [...parts, ReceivedFileRepository],
  exports: parts,
})
export class FileRequestsModule {}
