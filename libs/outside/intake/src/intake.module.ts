import { Module } from '@nestjs/common';
import { DocumentTagsModule } from '#archive/document-tags';
import { DocumentsModule } from '#archive/documents';
import { StorageModule } from '#capabilities/storage';
import { TagsModule } from '#archive/tags';
import { HoldFile } from './hold-file.js';
import { IntakeFailureRepository } from './intake-failure.repository.js';
import { IntakeFailures } from './intake-failures.js';
import { IntakeFileRepository } from './intake-file.repository.js';
import { IntakeTags } from './intake-tags.js';
import { TakeFile } from './take-file.js';

@Module({
  imports: [DocumentsModule, DocumentTagsModule, StorageModule, TagsModule],
  providers: [HoldFile, IntakeFailureRepository, IntakeFailures, IntakeFileRepository, IntakeTags, TakeFile],
  exports: [HoldFile, IntakeFailureRepository, IntakeFailures, TakeFile],
})
export class IntakeModule {}
