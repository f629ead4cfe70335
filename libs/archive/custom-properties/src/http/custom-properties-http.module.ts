import { Module } from '@nestjs/common';
import { CustomPropertiesModule } from '#archive/custom-properties';
import { IdempotencyModule } from '#ground/idempotency';
import { CustomPropertiesController } from './custom-properties.controller.js';

@Module({ imports: [CustomPropertiesModule, IdempotencyModule], controllers: [CustomPropertiesController] })
export class CustomPropertiesHttpModule {}
