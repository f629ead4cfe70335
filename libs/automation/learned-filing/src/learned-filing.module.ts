import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { DocumentsModule } from '#archive/documents';
import { MetadataModule } from '#archive/metadata';
import { PropertiesModule } from '#archive/properties';
import { TagsModule } from '#archive/tags';
import { SearchModule } from '#capabilities/search';
import { OrganizationsModule } from '#people/organizations';
import { FileDocumentsByLearning } from './file-documents.js';
import { FileExistingDocuments } from './file-existing-documents.js';
import { FiledDocumentRepository } from './filed-document.repository.js';
import { LabelDocuments } from './label-documents.js';
import { LearnFilingOfOrganization } from './learn-filing.js';
import { LearnedFilingReport } from './learned-filing-report.js';
import { LearnedLabelRepository } from './learned-label.repository.js';
import { LearnedLabels } from './learned-labels.js';
import { LearnedModels } from './learned-models.js';
import { OrganizationModelRepository } from './organization-model.repository.js';
import { RequestFiling } from './request-filing.js';

const parts = [FileDocumentsByLearning, LearnedFilingReport, LearnedLabels, LearnFilingOfOrganization, RequestFiling];

@Module({
  imports: [
    BatchesModule,
    DocumentsModule,
    MetadataModule,
    OrganizationsModule,
    PropertiesModule,
    SearchModule,
    TagsModule,
  ],
  providers: [
    ...parts,
    FiledDocumentRepository,
    FileExistingDocuments,
    LabelDocuments,
    LearnedLabelRepository,
    LearnedModels,
    OrganizationModelRepository,
  ],
  exports: parts,
})
export class LearnedFilingModule {}
