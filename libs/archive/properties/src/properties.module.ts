import { Module } from '@nestjs/common';
import { CustomPropertiesService } from './custom-properties.service.js';
import { CustomPropertyRepository } from './custom-property.repository.js';
import { PropertyUsers } from './property-users.repository.js';
import { PropertyValues } from './property-values.repository.js';

const providers = [CustomPropertiesService, CustomPropertyRepository, PropertyUsers, PropertyValues];

@Module({ providers, exports: providers })
export class PropertiesModule {}
