import { Module } from '@nestjs/common';
import { TaskRepository } from './task.repository.js';
import { Tasks } from './tasks.service.js';

@Module({ providers: [TaskRepository, Tasks], exports: [Tasks] })
export class TasksModule {}
