import { Module } from '@nestjs/common';
import { TasksModule } from '#archive/tasks';
import { TasksController } from './tasks.controller.js';

@Module({ imports: [TasksModule], controllers: [TasksController] })
export class TasksHttpModule {}
