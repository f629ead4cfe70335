import { Module } from '@nestjs/common';
import { CustomPropertiesService } from './custom-properties.service.js';
import { CustomPropertyRepository } from './custom-property.repository.js';
import { PropertyOptionRepository } from './property-option.repository.js';
import { PropertyOptions } from './property-options.service.js';
import { PropertyUsers } from './property-users.repository.js';
import { PropertyValues } from './property-values.repository.js';

const exported = [CustomPropertiesService, CustomPropertyRepository, PropertyOptions, PropertyUsers, PropertyValues];

@Module({ providers: [...exported, PropertyOptionRepository], exports: exported })
export class PropertiesModule {}
