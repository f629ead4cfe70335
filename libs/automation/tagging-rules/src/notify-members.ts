import { Injectable } from '@nestjs/common';
import { composeMail, exact, MailLinks, Mails, paragraph } from '#capabilities/mail';
import { UnitOfWork, type Transaction } from '#ground/database';
import { ROLES, type OrganizationContext } from '#ground/kernel';
import { Members, OrganizationRepository } from '#people/organizations';
import { followUpOf, type FollowUp } from './follow-up.js';
import { FollowUpRepository } from './follow-up.repository.js';
import { RuleFacts } from './rule-facts.repository.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';

/** Documents that one mail is about. */
const MOST_DOCUMENTS = 10_000;
/** Documents that a mail names. */
const NAMED_DOCUMENTS = 20;
/** Members who get the mail of a rule. */
const MOST_RECIPIENTS = 100;

type Notify = Extract<FollowUp, { kind: 'notify' }>;

/** Tells members by mail which documents a rule has matched. */
@Injectable()
export class NotifyMembers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: TaggingRuleRepository,
    private readonly followUps: FollowUpRepository,
    private readonly facts: RuleFacts,
    private readonly organizations: OrganizationRepository,
    private readonly members: Members,
    private readonly mails: Mails,
    private readonly links: MailLinks,
  ) {}

  async isNeeded(ctx: OrganizationContext, taggingRuleId: string): Promise<boolean> {
    return (await this.followUps.open(ctx, { taggingRuleId, kind: 'notify', most: 1 })).length > 0;
  }

  /** One mail for each member about all documents together; it is queued in the transaction that marks them as done. */
  async execute(ctx: OrganizationContext, taggingRuleId: string, signal: AbortSignal): Promise<void> {
    const kind = 'notify';
    for (;;) {
      signal.throwIfAborted();
      const documentIds = await this.followUps.open(ctx, { taggingRuleId, kind, most: MOST_DOCUMENTS });
      if (documentIds.length === 0) return;
      const rule = await this.rules.find(ctx, taggingRuleId);
      const notify = followUpOf(rule?.followUps, kind);
      await this.unitOfWork.run(async (tx) => {
        const isLive = await this.rules.isLive(tx, ctx, taggingRuleId);
        const closed = await this.followUps.close(tx, ctx, { taggingRuleId, kind, documentIds });
        const emails = notify ? await this.#recipients(tx, ctx, notify) : [];
        if (!rule || !isLive || emails.length === 0 || closed.length === 0) return;
        const { organizationName } = await this.organizations.owners(tx, ctx);
        const mail = await this.#compose(tx, ctx, { ruleName: rule.name, organizationName }, closed);
        await this.mails.sendToEach(tx, emails, mail, `the tagging rule ${taggingRuleId}`);
      });
    }
  }

  async #recipients(tx: Transaction, ctx: OrganizationContext, notify: Notify): Promise<string[]> {
    const whom =
      'role' in notify ? { roles: ROLES.slice(0, ROLES.indexOf(notify.role) + 1) } : { userIds: notify.userIds };
    return (await this.members.emails(tx, ctx, whom)).slice(0, MOST_RECIPIENTS);
  }

  async #compose(
    tx: Transaction,
    ctx: OrganizationContext,
    { ruleName, organizationName }: { ruleName: string; organizationName: string },
    documentIds: readonly string[],
  ): Promise<ReturnType<typeof composeMail>> {
    const { organizationId } = ctx;
    const named = await this.facts.names(tx.sql, ctx, documentIds.slice(0, NAMED_DOCUMENTS));
    const others = documentIds.length - Math.min(documentIds.length, NAMED_DOCUMENTS);
    const [only] = documentIds;
    const isOne = documentIds.length === 1 && only !== undefined;
    return composeMail({
      subject: isOne ? 'A tagging rule matched a document' : 'A tagging rule matched documents',
      paragraphs: [
        paragraph`The tagging rule "${ruleName}" of the organization "${organizationName}" matched:`,
        ...named.map(({ name }) => paragraph`${name}`),
        ...(others > 0 ? [paragraph`and ${exact(String(others))} more.`] : []),
      ],
      link: isOne
        ? { label: 'Show the document', to: this.links.page('organizations', organizationId, 'documents', only) }
        : { label: 'Show the documents', to: this.links.page('organizations', organizationId, 'documents') },
      notes: [paragraph`You get this mail because the rule says so. Members can change it in the tagging rules.`],
    });
  }
}
