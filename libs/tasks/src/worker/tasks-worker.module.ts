import { Module } from '@nestjs/common';
import { TasksModule } from '#libs/tasks';
import { TaskUpkeepSchedule } from './task-upkeep.schedule.js';

@Module({ imports: [TasksModule], providers: [TaskUpkeepSchedule] })
export class TasksWorkerModule {}
