import { Module } from '@nestjs/common';
import { TasksModule } from '#archive/tasks';
import { FailAbandonedTasks } from './fail-abandoned-tasks.schedule.js';
import { RemoveOldTasks } from './remove-old-tasks.schedule.js';

@Module({ imports: [TasksModule], providers: [FailAbandonedTasks, RemoveOldTasks] })
export class TasksWorkerModule {}
