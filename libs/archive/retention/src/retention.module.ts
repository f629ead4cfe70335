import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { PropertiesModule } from '#archive/properties';
import { TrashModule } from '#archive/trash';
import { HoldsModule } from '#people/holds';
import { ApplyRetention } from './apply-retention.js';
import { DueDocumentRepository } from './due-document.repository.js';
import { DueDocuments } from './due-documents.js';
import { LegalHolds } from './legal-holds.js';
import { RetentionRuleRepository } from './retention-rule.repository.js';
import { RetentionRules } from './retention-rules.js';

const parts = [ApplyRetention, DueDocuments, LegalHolds, RetentionRules];

@Module({
  imports: [DocumentsModule, HoldsModule, PropertiesModule, TrashModule],
  providers: [...parts, DueDocumentRepository, RetentionRuleRepository],
  exports: parts,
})
export class RetentionModule {}
