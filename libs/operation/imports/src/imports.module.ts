import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { FindingModule } from '#archive/finding';
import { MetadataModule } from '#archive/metadata';
import { PropertiesModule } from '#archive/properties';
import { TagsModule } from '#archive/tags';
import { TrashModule } from '#archive/trash';
import { UploadsModule } from '#archive/uploads';
import { TaggingRulesModule } from '#automation/tagging-rules';
import { SearchModule } from '#capabilities/search';
import { AgendaModule } from '#outside/agenda';
import { AuthModule } from '#people/auth';
import { OrganizationsModule } from '#people/organizations';
import { PlanDocument } from './document-plan.js';
import { ImportArchive } from './import-archive.js';
import { ImportDocumentLinks } from './import-document-links.js';
import { ImportDocuments } from './import-documents.js';
import { ImportItemRepository } from './import-item.repository.js';
import { ImportPeople } from './import-people.js';
import { ImportProperties } from './import-properties.js';
import { ImportReminders } from './import-reminders.js';
import { ImportRules } from './import-rules.js';
import { ImportTags } from './import-tags.js';
import { OpenTarget } from './import-target.js';
import { ImportViews } from './import-views.js';
import { RecordValues } from './record-values.js';
import { SourceFiles } from './source-files.js';

@Module({
  imports: [
    AgendaModule,
    AuthModule,
    DocumentsModule,
    FindingModule,
    MetadataModule,
    OrganizationsModule,
    PropertiesModule,
    SearchModule,
    TaggingRulesModule,
    TagsModule,
    TrashModule,
    UploadsModule,
  ],
  providers: [
    ImportArchive,
    ImportDocumentLinks,
    ImportDocuments,
    ImportItemRepository,
    ImportPeople,
    ImportProperties,
    ImportReminders,
    ImportRules,
    ImportTags,
    ImportViews,
    OpenTarget,
    PlanDocument,
    RecordValues,
    SourceFiles,
  ],
  exports: [ImportArchive],
})
export class ImportsModule {}
