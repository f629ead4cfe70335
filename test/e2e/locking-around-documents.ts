import { DocumentViews } from '#archive/finding';
import { IntakeEmails } from '#outside/intake';
import { UnitOfWork } from '#ground/database';
import { PostponedJob } from '#ground/jobs';
import { createId } from '#ground/kernel';
import { RenameOrganization } from '#people/organizations';
import {
  ApplyRuleToAll,
  MergeOptions,
  MergeTags,
  RuleRunAlreadyUndone,
  RuleRunChangedSince,
  RuleRunNotFound,
  RuleRuns,
  TaggingRulesService,
} from '#automation/tagging-rules';
import { ShareLinkAccessRepository, ShareLinks } from '#outside/links';
import { FanOutEvents, ReplayPastEvents, SendDelivery, WebhookDeliveries } from '#outside/webhooks';
import { anotherInstance } from '../support/another-instance.js';
import { contextOf, type LockingWork } from './rows-to-lock.js';

const RULE = { conditionMatchMode: 'all' as const, conditions: [] };

/** Every operation on what surrounds documents and tags: rules, webhooks, saved views, links, addresses. */
export const WORK_AROUND_DOCUMENTS: Record<string, LockingWork> = {
  'undoing what rules have changed in a document': (app, { organizationId, runId }) =>
    app
      .get(RuleRuns, { strict: false })
      .undo(contextOf(organizationId), runId)
      .catch((error: unknown) => {
        // It is gone with its document, or the other one was first, or has changed the same.
        const expected = [RuleRunNotFound, RuleRunAlreadyUndone, RuleRunChangedSince];
        if (!expected.some((each) => each.matches(error))) throw error;
      }),
  'applying a rule to all documents': (app, { organizationId, ruleId, ruleTask, tags, active, properties }) =>
    app.get(ApplyRuleToAll, { strict: false }).handle({
      data: {
        organizationId,
        taggingRuleId: ruleId,
        taskId: ruleTask,
        dryRun: false,
        rule: {
          ...{ ...RULE, tagIds: tags },
          changes: [
            { kind: 'property', propertyDefinitionId: properties.relation, value: [active[1], active[0]] },
            { kind: 'property', propertyDefinitionId: properties.choice, value: [properties.options[1]] },
            { kind: 'documentDate', value: '2024-05-06' },
            { kind: 'name', value: '{date} {name}' },
          ],
        },
      },
      signal: new AbortController().signal,
    }),
  'merging two tags': (app, { organizationId, mergeTask, tags: [tagId, intoTagId] }) => {
    const { organizationId: _, ...requestedBy } = contextOf(organizationId);
    return app.get(MergeTags, { strict: false }).handle({
      data: { organizationId, taskId: mergeTask, tagId, intoTagId, requestedBy },
      signal: new AbortController().signal,
    });
  },
  'merging two options': (app, { organizationId, optionMergeTask, properties }) => {
    const { organizationId: _, ...requestedBy } = contextOf(organizationId);
    const [optionId, intoOptionId] = properties.options;
    return app.get(MergeOptions, { strict: false }).handle({
      data: {
        ...{ organizationId, taskId: optionMergeTask, requestedBy },
        ...{ propertyId: properties.choice, optionId, intoOptionId },
      },
      signal: new AbortController().signal,
    });
  },
  'replacing a rule': (app, { organizationId, ruleId, tags }) =>
    app
      .get(TaggingRulesService, { strict: false })
      .replace(contextOf(organizationId), ruleId, { ...RULE, name: 'replaced', tagIds: [tags[1]] }),
  'deleting a rule': (app, { organizationId, ruleId }) =>
    app.get(TaggingRulesService, { strict: false }).delete(contextOf(organizationId), ruleId),
  'adding the deliveries of events': (app, { organizationId }) =>
    anotherInstance(app, FanOutEvents).upTo({ organizationId }, 1, new AbortController().signal),
  'a failed attempt that disables the webhook': (app, { organizationId, webhookId, deliveries: [, deliveryId] }) =>
    anotherInstance(app, SendDelivery)
      .handle({ data: { organizationId, webhookId, deliveryId }, signal: new AbortController().signal })
      .catch((error: unknown) => {
        if (!(error instanceof PostponedJob)) throw error; // the other one makes this attempt
      }),
  'replaying a delivery': (app, { organizationId, webhookId, deliveries: [ended] }) =>
    app.get(WebhookDeliveries, { strict: false }).replay(contextOf(organizationId), webhookId, ended),
  'replaying past events': (app, { organizationId, webhookId, replayTask }) =>
    app.get(ReplayPastEvents, { strict: false }).handle({
      data: { organizationId, webhookId, taskId: replayTask, since: new Date(0).toISOString(), upTo: 1 },
      signal: new AbortController().signal,
    }),
  'deleting a webhook': (app, { webhookId }) =>
    app.get(UnitOfWork, { strict: false }).run((tx) => tx.sql.query('delete from webhook where id = $1', [webhookId])),
  'creating a saved view': (app, { organizationId, views: [parentId] }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(DocumentViews, { strict: false })
          .create(tx, contextOf(organizationId), { name: 'new view', query: '', parentId, position: 0 }),
      ),
  'moving a saved view': (app, { organizationId, views: [, below] }) =>
    app
      .get(DocumentViews, { strict: false })
      .update(contextOf(organizationId), below, { name: 'moved', query: '', parentId: null, position: 0 }),
  'deleting a saved view': (app, { organizationId, views: [above] }) =>
    app.get(DocumentViews, { strict: false }).delete(contextOf(organizationId), above),
  'creating a share link': (app, { organizationId, active: [documentId] }) =>
    app.get(UnitOfWork, { strict: false }).run((tx) =>
      app.get(ShareLinks, { strict: false }).create(tx, contextOf(organizationId), documentId, {
        ...{ expiresAt: null, passwordHash: null, maxDownloads: null },
      }),
    ),
  'changing a share link': (app, { organizationId, shareLinkId }) =>
    app.get(ShareLinks, { strict: false }).update(contextOf(organizationId), shareLinkId, { isEnabled: false }),
  'deleting a share link': (app, { organizationId, shareLinkId }) =>
    app.get(ShareLinks, { strict: false }).delete(contextOf(organizationId), shareLinkId),
  'a visit of a share link': (app, { shareLinkId }) =>
    app
      .get(ShareLinkAccessRepository, { strict: false })
      .countDownload(shareLinkId, { address: '192.0.2.0/24', userAgent: null }),
  'creating an intake address': (app, { organizationId }) =>
    app
      .get(UnitOfWork, { strict: false })
      .run((tx) =>
        app
          .get(IntakeEmails, { strict: false })
          .create(tx, contextOf(organizationId), `${createId('ie')}@in.example.com`),
      ),
  'changing an intake address': (app, { organizationId, intakeEmailId }) =>
    app.get(IntakeEmails, { strict: false }).update(contextOf(organizationId), intakeEmailId, { isEnabled: false }),
  'deleting an intake address': (app, { organizationId, intakeEmailId }) =>
    app.get(IntakeEmails, { strict: false }).delete(contextOf(organizationId), intakeEmailId),
  'renaming the organization': (app, { organizationId }) =>
    app.get(RenameOrganization, { strict: false }).execute(contextOf(organizationId), 'renamed'),
};
