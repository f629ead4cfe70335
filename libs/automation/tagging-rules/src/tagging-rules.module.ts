import { Module } from '@nestjs/common';
import { SearchModule } from '#capabilities/search';
import { BatchesModule } from '#archive/batches';
import { PropertiesModule } from '#archive/properties';
import { MetadataModule } from '#archive/metadata';
import { DocumentsModule } from '#archive/documents';
import { MailModule } from '#capabilities/mail';
import { LinksModule } from '#outside/links';
import { OrganizationsModule } from '#people/organizations';
import { TagsModule } from '#archive/tags';
import { TasksModule } from '#archive/tasks';
import { ApplyRuleToAll } from './apply-rule-to-all.js';
import { ApplyRulesToDocument } from './apply-rules-to-document.js';
import { EnabledRules } from './enabled-rules.js';
import { FollowUpRepository } from './follow-up.repository.js';
import { FollowUps } from './follow-ups.js';
import { MergeOptions } from './merge-options.js';
import { MergeTags } from './merge-tags.js';
import { NotifyMembers } from './notify-members.js';
import { PreviewRule } from './preview-rule.js';
import { RequestOptionMerge } from './request-option-merge.js';
import { RequestRuleApplication } from './request-rule-application.js';
import { RequestTagMerge } from './request-tag-merge.js';
import { RuleCandidates } from './rule-candidates.js';
import { RuleChecks } from './rule-checks.js';
import { RuleEffects } from './rule-effects.js';
import { RuleFacts } from './rule-facts.repository.js';
import { RuleMatcher } from './rule-matcher.js';
import { RuleOptionRepository } from './rule-option.repository.js';
import { RuleRunRepository } from './rule-run.repository.js';
import { RuleRuns } from './rule-runs.js';
import { ShareMatched } from './share-matched.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import { TaggingRulesService } from './tagging-rules.service.js';
import { UndoRuleApplication } from './undo-rule-application.js';

const verbs = [
  ApplyRuleToAll,
  ApplyRulesToDocument,
  MergeOptions,
  MergeTags,
  NotifyMembers,
  PreviewRule,
  RequestOptionMerge,
  RequestRuleApplication,
  RequestTagMerge,
  RuleRuns,
  ShareMatched,
  TaggingRulesService,
];

const parts = [
  EnabledRules,
  FollowUpRepository,
  FollowUps,
  RuleCandidates,
  RuleChecks,
  RuleEffects,
  RuleFacts,
  RuleMatcher,
  RuleOptionRepository,
  RuleRunRepository,
  TaggingRuleRepository,
  UndoRuleApplication,
];

@Module({
  imports: [
    BatchesModule,
    PropertiesModule,
    MetadataModule,
    DocumentsModule,
    LinksModule,
    MailModule,
    OrganizationsModule,
    SearchModule,
    TagsModule,
    TasksModule,
  ],
  providers: [...parts, ...verbs],
  exports: verbs,
})
export class TaggingRulesModule {}
