import { Module } from '@nestjs/common';
import { PropertiesModule } from '#archive/properties';
import { RequestsModule } from '#ground/requests';
import { CustomPropertiesController } from './custom-properties.controller.js';
import { PropertyOptionsController } from './property-options.controller.js';

@Module({
  imports: [PropertiesModule, RequestsModule],
  controllers: [CustomPropertiesController, PropertyOptionsController],
})
export class PropertiesHttpModule {}
