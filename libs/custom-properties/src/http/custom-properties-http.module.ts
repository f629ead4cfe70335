import { Module } from '@nestjs/common';
import { CustomPropertiesModule } from '#libs/custom-properties';
import { IdempotencyModule } from '#libs/idempotency';
import { CustomPropertiesController } from './custom-properties.controller.js';

@Module({ imports: [CustomPropertiesModule, IdempotencyModule], controllers: [CustomPropertiesController] })
export class CustomPropertiesHttpModule {}
