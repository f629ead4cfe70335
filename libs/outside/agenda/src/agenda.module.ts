import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { PropertiesModule } from '#archive/properties';
import { MailModule } from '#capabilities/mail';
import { OrganizationsModule } from '#people/organizations';
import { AgendaFeedRepository } from './agenda-feed.repository.js';
import { AgendaFeed } from './agenda-feed.js';
import { AgendaRepository } from './agenda.repository.js';
import { Agenda } from './agenda.js';
import { AnnounceAgenda } from './announce-agenda.js';
import { ReminderRepository } from './reminder.repository.js';
import { Reminders } from './reminders.js';

const parts = [Agenda, AgendaFeed, AnnounceAgenda, Reminders];

@Module({
  imports: [DocumentsModule, MailModule, OrganizationsModule, PropertiesModule],
  providers: [...parts, AgendaFeedRepository, AgendaRepository, ReminderRepository],
  exports: parts,
})
export class AgendaModule {}
