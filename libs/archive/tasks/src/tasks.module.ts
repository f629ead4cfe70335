import { Module } from '@nestjs/common';
import { Tasks } from './tasks.service.js';

@Module({ providers: [Tasks], exports: [Tasks] })
export class TasksModule {}
