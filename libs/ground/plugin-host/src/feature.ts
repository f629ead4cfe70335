import { defineFeature } from '#ground/features';
import { pluginStateTable } from './migrations/0012-plugin-state.js';

export const pluginHostFeature = defineFeature({ name: 'plugin-host', migrations: [pluginStateTable] });
