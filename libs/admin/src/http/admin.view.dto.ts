export class QueueView {
  name!: string;
  waiting!: number;
  active!: number;
  /** Put aside after the last attempt; `npm run cli -- jobs list` shows them too. */
  failed!: number;
}

export class QueuesAnswer {
  queues!: QueueView[];
}

export class PluginView {
  id!: string;
  /** npm package. */
  packageName!: string;
  version!: string;
  /** `extraction`, `ocr`, `search`, `storage` */
  kinds!: string[];
  /** Version of the plugin contract it is made for. */
  contract!: number;
}

export class PluginsAnswer {
  plugins!: PluginView[];
}

export class SettingView {
  /** Environment variable. */
  name!: string;
  /** As text, lists comma-separated; null when not set, and for secrets. */
  value!: string | null;
  isSet!: boolean;
  isSecret!: boolean;
  /** The plugin it belongs to; null for the server. */
  plugin!: string | null;
}

export class ConfigurationAnswer {
  settings!: SettingView[];
}
