import { fileURLToPath } from 'node:url';
import { compiledUrl } from '#ground/kernel';
import type { PrivateFiles } from './private-files.js';
import { ChildWorkspace } from './child-folders.js';
import { findIsolation, reduceIsolation, succeeds } from './find-isolation.js';
import { Isolation, type Identity } from './isolation.js';
import { permissionsFor } from './permissions.js';
import { SandboxChild, type ChildSettings } from './sandbox-child.js';

export interface LaunchSettings extends ChildSettings {
  /** Modules the children must be able to read. */
  modules: readonly URL[];
  /**
   * The modules among them that need native add-ons: they are loaded before a file is seen, and none can be loaded
   * later.
   */
  addonModules?: readonly URL[];
  /** What the operating system offers; found out when left away. */
  isolation?: Promise<Isolation>;
}

/** Does not change while this process runs. */
let ofSystem: Promise<Isolation> | undefined;
const known = new WeakMap<PrivateFiles, Promise<Isolation>>();
/** By the way to the folders: a process may have several installations whose folders are reached alike. */
const fitting = new Map<string, Promise<Isolation>>();

/** Returns what confines the children whose folders are among these files. Found out once. */
export function isolationFor(files: PrivateFiles): Promise<Isolation> {
  const found = known.get(files) ?? findFor(files);
  known.set(files, found);
  return found;
}

/** With user ids of its own to hand out. */
async function findFor(files: PrivateFiles): Promise<Isolation> {
  ofSystem ??= findIsolation();
  const [system, way] = await Promise.all([ofSystem, files.wayTo()]);
  const fit = fitting.get(way) ?? fitIsolation(new Isolation(system.features, system.missing), files);
  fitting.set(way, fit);
  const { features, missing } = await fit;
  return new Isolation(features, missing);
}

/** Leaves out what would keep a child from its code and its folders. */
export function fitIsolation(found: Isolation, files: PrivateFiles): Promise<Isolation> {
  return reduceIsolation(found, async (isolation) => {
    const identity = isolation.takeIdentity();
    const workspace = await ChildWorkspace.make(files, identity);
    try {
      const { readable } = permissionsFor([], workspace, { addons: false, threads: false });
      const script = fileURLToPath(compiledUrl(new URL('./child.js', import.meta.url)));
      const trial = `const fs = require('node:fs'); fs.readFileSync(${JSON.stringify(script)}); fs.readdirSync(${JSON.stringify(workspace.input)}); fs.mkdirSync(${JSON.stringify(workspace.tempDir)});`;
      return await succeeds([...isolation.prefix(workspace, readable, identity), process.execPath, '-e', trial]);
    } finally {
      await workspace.remove();
      isolation.giveBack(identity);
    }
  });
}

/** Starts children with everything that this Node and this system offer to hold them. */
export class ChildLauncher {
  private readonly identities = new Map<SandboxChild, Identity>();
  private hasWarned = false;

  constructor(
    private readonly settings: LaunchSettings,
    private readonly files: PrivateFiles,
    private readonly logger: { warn(message: string): void },
  ) {}

  /** The child is not ready yet: see `whenReady`. */
  async launch(): Promise<SandboxChild> {
    const isolation = await this.isolation();
    const identity = isolation.takeIdentity();
    let workspace: ChildWorkspace | undefined;
    try {
      workspace = await ChildWorkspace.make(this.files, identity);
      const { modules, addonModules = [] } = this.settings;
      const needsWatchdog = !isolation.endsWithParent;
      const needs = { addons: addonModules.length > 0, threads: needsWatchdog };
      const { flags, readable, weakness } = permissionsFor(modules, workspace, needs);
      if (weakness !== undefined && !this.hasWarned) this.logger.warn(weakness);
      this.hasWarned = true;
      const prefix = isolation.prefix(workspace, readable, identity);
      const preload = addonModules.map((module) => compiledUrl(module).href);
      const child = new SandboxChild({ workspace, prefix, flags, preload, needsWatchdog }, this.settings);
      if (identity) this.identities.set(child, identity);
      return child;
    } catch (error) {
      await workspace?.remove();
      isolation.giveBack(identity);
      throw error;
    }
  }

  /** Ends the child, whatever it has started, and removes its folders. */
  async discard(child: SandboxChild): Promise<void> {
    await child.end();
    const identity = this.identities.get(child);
    if (identity !== undefined) {
      const isolation = await this.isolation();
      const command = isolation.sweepCommand(identity);
      if (command !== undefined) await succeeds(command);
      this.identities.delete(child);
      isolation.giveBack(identity);
    }
    await child.workspace.remove();
  }

  private isolation(): Promise<Isolation> {
    return this.settings.isolation ?? isolationFor(this.files);
  }
}
