import { describeStorageDriver } from '@archivolt/plugin-kit/testing';
import plugin from '../src/plugin.js';
import { TemplateStorage } from '../src/template-storage.js';

describeStorageDriver('storage-template', { manifest: plugin, create: () => new TemplateStorage() });
