import { describeStorageDriver } from '@archivolt/plugin-kit/testing';
import { TemplateStorage } from '../src/template-storage.js';

describeStorageDriver('storage-template', { create: () => new TemplateStorage() });
