import { Module } from '@nestjs/common';
import { DocumentTagsModule } from '#libs/document-tags';
import { DocumentsModule } from '#libs/documents';
import { FileRequestsModule } from '#libs/file-requests';
import { TagsModule } from '#libs/tags';
import { TasksModule } from '#libs/tasks';
import { ApplyRuleToAll } from './apply-rule-to-all.js';
import { ApplyRulesToDocument } from './apply-rules-to-document.js';
import { MergeTags } from './merge-tags.js';
import { PreviewRule } from './preview-rule.js';
import { RequestRuleApplication } from './request-rule-application.js';
import { RequestTagMerge } from './request-tag-merge.js';
import { RuleCandidates } from './rule-candidates.js';
import { RuleMatcher } from './rule-matcher.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import { TaggingRulesService } from './tagging-rules.service.js';

const verbs = [
  ApplyRuleToAll,
  ApplyRulesToDocument,
  MergeTags,
  PreviewRule,
  RequestRuleApplication,
  RequestTagMerge,
  TaggingRulesService,
];

@Module({
  imports: [DocumentsModule, DocumentTagsModule, FileRequestsModule, TagsModule, TasksModule],
  providers: [TaggingRuleRepository, RuleMatcher, RuleCandidates, ...verbs],
  exports: verbs,
})
export class TaggingRulesModule {}
