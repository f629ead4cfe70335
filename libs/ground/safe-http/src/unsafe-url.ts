import { PermanentPluginError } from '@archivolt/plugin-kit';

/** A request to this URL is not allowed. The message names the host and a remedy, never the path or the query. */
export class UnsafeUrl extends PermanentPluginError {}
