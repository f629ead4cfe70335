import { Module } from '@nestjs/common';
import { PropertiesModule } from '#archive/properties';
import { RequestsModule } from '#ground/requests';
import { CustomPropertiesController } from './custom-properties.controller.js';

@Module({ imports: [PropertiesModule, RequestsModule], controllers: [CustomPropertiesController] })
export class PropertiesHttpModule {}
