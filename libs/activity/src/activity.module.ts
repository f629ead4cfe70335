import { Global, Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.js';

@Global()
@Module({ providers: [ActivityLog], exports: [ActivityLog] })
export class ActivityModule {}
