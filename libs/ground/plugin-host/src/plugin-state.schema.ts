import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '#ground/database';

/** What plugins keep with `HostServices.state`. */
export const pluginState = defineEntity({
  name: 'PluginState',
  tableName: 'plugin_state',
  properties: {
    pluginId: textColumn().primary(),
    /** Empty for the plugin itself. */
    instance: textColumn().primary(),
    key: textColumn().primary(),
    /** JSON as text: `jsonb` refuses the character NUL. */
    value: p.text(),
    updatedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
