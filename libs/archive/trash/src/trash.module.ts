import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { DocumentsModule } from '#archive/documents';
import { SearchModule } from '#capabilities/search';
import { StorageModule } from '#capabilities/storage';
import { HoldsModule } from '#people/holds';
import { MoveDocuments } from './move-documents.js';
import { PurgeService } from './purge.service.js';
import { RestoreDocuments, TrashDocuments } from './trash-batches.js';
import { TrashService } from './trash.service.js';

@Module({
  imports: [BatchesModule, DocumentsModule, HoldsModule, SearchModule, StorageModule],
  providers: [MoveDocuments, PurgeService, RestoreDocuments, TrashDocuments, TrashService],
  exports: [BatchesModule, MoveDocuments, PurgeService, RestoreDocuments, TrashDocuments, TrashService],
})
export class TrashModule {}
