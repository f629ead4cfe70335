import { Module } from '@nestjs/common';
import { AgendaModule } from '#outside/agenda';
import { AnnounceAgendaOnSchedule } from './announce-agenda.schedule.js';

@Module({ imports: [AgendaModule], providers: [AnnounceAgendaOnSchedule] })
export class AgendaWorkerModule {}
