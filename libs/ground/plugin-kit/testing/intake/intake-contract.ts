import type { HostServices, PluginManifest } from '../../src/index.js';
import type { SkippedCases } from '../contract-case.js';

/** An empty source that the suite fills: a temporary folder, a mailbox of a test server. */
export interface TestSource<Config extends object = object> {
  /** The settings of an intake that watches this source. Its pauses are short: the suite waits for it. */
  config: Config;
  /** Puts a file there, complete. */
  add(name: string, content: Uint8Array): Promise<void> | void;
  close(): Promise<void> | void;
}

/** What an intake plugin passes to its contract suite. */
export interface IntakeContract<Config extends object = object> {
  manifest: PluginManifest<Config>;
  /** Makes an empty source; called once per case. */
  source(): Promise<TestSource<Config>> | TestSource<Config>;
  /** Services that replace those of `aTestHost`: `sql` for a plugin with tables. */
  host?: Partial<HostServices<object>>;
  /** Cases that this plugin cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}
