import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { MetadataModule } from '#archive/metadata';
import { SplittingModule } from '#archive/splitting';
import { TagsModule } from '#archive/tags';
import { ExtractionModule } from '#capabilities/extraction';
import { StorageModule } from '#capabilities/storage';
import { OrganizationsModule } from '#people/organizations';
import { ApplyCodes } from './apply-codes.js';
import { CodeSettingsOfOrganizations } from './code-settings.js';
import { DocumentCodes } from './document-codes.js';
import { DocumentCodesRepository } from './document-codes.repository.js';
import { FindDocumentCodes } from './find-document-codes.js';
import { RequestCodes } from './request-codes.js';
import { SplitStacks } from './split-stacks.js';

const parts = [ApplyCodes, CodeSettingsOfOrganizations, DocumentCodes, FindDocumentCodes, RequestCodes];

@Module({
  imports: [
    DocumentsModule,
    ExtractionModule,
    MetadataModule,
    OrganizationsModule,
    SplittingModule,
    StorageModule,
    TagsModule,
  ],
  providers: [...parts, DocumentCodesRepository, SplitStacks],
  exports: parts,
})
export class DocumentCodesModule {}
