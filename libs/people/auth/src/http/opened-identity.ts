import type { Identity } from '@archivolt/plugin-kit';

/** An identity plugin that is started. */
export interface OpenedIdentity {
  pluginId: string;
  identity: Identity;
}
