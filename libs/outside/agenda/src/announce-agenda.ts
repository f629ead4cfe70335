import { Injectable, Logger } from '@nestjs/common';
import { composeMail, exact, MailLinks, Mails, paragraph } from '#capabilities/mail';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { Members, OrganizationRepository } from '#people/organizations';
import { Agenda } from './agenda.js';
import { AgendaDue } from './agenda.events.js';
import { AgendaRepository, type AgendaEntry } from './agenda.repository.js';
import { addDays, type Day } from './day.js';
import { ReminderRepository } from './reminder.repository.js';

const ORGANIZATIONS_AT_ONCE = 100;
/** A server that was off announces the entries of so many days. */
const MISSED_DAYS = 31;
/** Entries of an organization in one day; the others follow the next day. */
const MOST_ENTRIES = 1_000;
const ENTRIES_IN_MAIL = 20;

/** The daily run: an event for each entry whose day has come, and one mail for each member about all of them. */
@Injectable()
export class AnnounceAgenda {
  readonly #logger = new Logger('Agenda');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly agenda: Agenda,
    private readonly entries: AgendaRepository,
    private readonly reminders: ReminderRepository,
    private readonly organizations: OrganizationRepository,
    private readonly members: Members,
    private readonly changes: Changes,
    private readonly mails: Mails,
    private readonly links: MailLinks,
  ) {}

  /** Announces today in every organization in which that has not been done. Returns the number of entries. */
  async execute(signal: AbortSignal): Promise<number> {
    let count = 0;
    let after = '';
    for (;;) {
      const ids = await this.reminders.organizations(this.agenda.today(), after, ORGANIZATIONS_AT_ONCE);
      for (const organizationId of ids) {
        signal.throwIfAborted();
        try {
          count += await this.#announce(systemContext(organizationId, 'agenda'));
        } catch (error) {
          // One organization must not keep the others waiting; the next run of the day tries it again.
          this.#logger.error(`The agenda of ${organizationId} could not be announced: ${(error as Error).message}`);
        }
      }
      if (ids.length < ORGANIZATIONS_AT_ONCE) return count;
      after = ids.at(-1) ?? '';
    }
  }

  async #announce(ctx: OrganizationContext): Promise<number> {
    const today = this.agenda.today();
    const period = { from: addDays(today, -MISSED_DAYS), to: today };
    const { rules } = await this.agenda.rules(ctx, period);
    const stored = await this.reminders.list(ctx);
    const mailing = new Set(stored.flatMap(({ id, sendsMail }) => (sendsMail ? id : [])));
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.entries.beginDay(tx, ctx, today))) return 0;
      const part = { ...period, limit: MOST_ENTRIES, onlyUnannounced: true };
      const entries = await this.entries.entries(ctx, rules, part, tx.sql);
      if (entries.length === 0) return 0;
      await this.entries.announced(tx, entries, today);
      for (const { document, reminder, day, sourceDay } of entries)
        this.changes.record(tx, ctx, AgendaDue, {
          ...{ documentId: document.id, name: document.name, reminderId: reminder.id, reminderName: reminder.name },
          ...{ day, sourceDay },
        });
      await this.#sendMails(
        tx,
        ctx,
        entries.filter(({ reminder }) => mailing.has(reminder.id)),
        today,
      );
      return entries.length;
    });
  }

  async #sendMails(
    tx: Transaction,
    ctx: OrganizationContext,
    entries: readonly AgendaEntry[],
    today: Day,
  ): Promise<void> {
    if (entries.length === 0 || this.mails.transport === 'none') return;
    const organization = (await this.organizations.findLive([ctx.organizationId], tx)).get(ctx.organizationId);
    const left = entries.length - ENTRIES_IN_MAIL;
    const mail = composeMail({
      subject: `Due on ${today}`,
      paragraphs: [
        paragraph`The agenda of the organization "${organization?.name ?? ''}" has what comes due:`,
        ...entries
          .slice(0, ENTRIES_IN_MAIL)
          .map(({ day, document, reminder }) => paragraph`${exact(day)}: ${document.name} (${reminder.name})`),
        ...(left > 0 ? [paragraph`And ${exact(String(left))} more.`] : []),
      ],
      link: { label: 'Show the agenda', to: this.links.page('organizations', ctx.organizationId, 'agenda') },
      notes: [paragraph`You get this mail because reminders of the organization send mails to its members.`],
    });
    await this.mails.sendToEach(tx, await this.members.emails(tx, ctx), mail, 'the agenda');
  }
}
