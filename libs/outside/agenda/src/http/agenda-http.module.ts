import { Module } from '@nestjs/common';
import { AgendaModule } from '#outside/agenda';
import { RequestsModule } from '#ground/requests';
import { AgendaFeedController } from './agenda-feed.controller.js';
import { AgendaController } from './agenda.controller.js';
import { PublicAgendaController } from './public-agenda.controller.js';
import { RemindersController } from './reminders.controller.js';

@Module({
  imports: [AgendaModule, RequestsModule],
  controllers: [AgendaController, AgendaFeedController, PublicAgendaController, RemindersController],
})
export class AgendaHttpModule {}
