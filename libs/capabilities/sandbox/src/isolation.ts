import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChildFolders } from './permissions.js';

/** User and group a child runs as. */
export interface Identity {
  uid: number;
  gid: number;
}

/** A protection this system does not give, and how to get it. */
export interface MissingProtection {
  what: string;
  remedy: string;
}

/** What the operating system offers to hold a child, found once by trying it. */
export interface SystemFeatures {
  /** Path of `setpriv`: no new privileges, ends with the parent. */
  setpriv?: string;
  /** True when `setpriv` can take all capabilities away. */
  canDropCapabilities: boolean;
  /** True when `setpriv` can restrict file access with Landlock. */
  landlock: boolean;
  /** `unshare` with the options that work here: a network of its own without interfaces. */
  unshare?: readonly string[];
  prlimit?: string;
  /** True when `prlimit` may bound the number of processes, which is counted per user. */
  canLimitProcesses: boolean;
  /** User ids for the children; empty when the server may not change users. */
  uids: readonly number[];
  gid: number;
}

export const NO_FEATURES: SystemFeatures = {
  canDropCapabilities: false,
  landlock: false,
  canLimitProcesses: false,
  uids: [],
  gid: 0,
};

const PROCESSES = 64;
const OPEN_FILES = 256;
const LARGEST_FILE_BYTES = 1024 ** 3;
const SYSTEM_CODE = ['/usr', '/lib', '/lib32', '/lib64', '/nix/store'];
const SYSTEM_FILES = ['/etc/ld.so.cache', '/dev/urandom'];

/** Turns the features into the programs that start a child, and hands out user ids. */
export class Isolation {
  private readonly taken = new Set<number>();

  constructor(
    readonly features: SystemFeatures,
    readonly missing: readonly MissingProtection[],
  ) {}

  /** True when the kernel kills a child whose server is gone. */
  get endsWithParent(): boolean {
    return this.features.setpriv !== undefined;
  }

  /** Undefined when children run as the user of the server. */
  takeIdentity(): Identity | undefined {
    const { uids, gid } = this.features;
    const uid = uids.find((each) => !this.taken.has(each));
    if (uid === undefined) {
      if (uids.length > 0) throw new Error('more processes read documents than there are user ids for them');
      return undefined;
    }
    this.taken.add(uid);
    return { uid, gid };
  }

  giveBack(identity: Identity | undefined): void {
    if (identity !== undefined) this.taken.delete(identity.uid);
  }

  /**
   * The programs, each with its options, that the command of the child follows. Every one of them replaces itself by the
   * next, so that the process id and the open pipes stay the same.
   */
  prefix(folders: ChildFolders, readable: readonly string[], identity: Identity | undefined): string[] {
    const { unshare = [], prlimit, setpriv, canLimitProcesses } = this.features;
    const limits = [`--nofile=${OPEN_FILES}`, '--core=0', `--fsize=${LARGEST_FILE_BYTES}`, '--msgqueue=0'];
    if (canLimitProcesses) limits.push(`--nproc=${PROCESSES}`);
    return [
      ...unshare,
      ...(prlimit === undefined ? [] : [prlimit, ...limits]),
      ...(setpriv === undefined ? [] : [setpriv, ...this.privileges(identity), ...this.landlock(folders, readable)]),
    ];
  }

  /** Ends what a child may have left behind under its user id. Undefined when there is no such id. */
  sweepCommand(identity: Identity): string[] | undefined {
    const { setpriv } = this.features;
    if (setpriv === undefined) return undefined;
    return [setpriv, ...this.privileges(identity), '/bin/sh', '-c', 'kill -KILL -1'];
  }

  private privileges(identity: Identity | undefined): string[] {
    return [
      ...(identity ? ['--reuid', `${identity.uid}`, '--regid', `${identity.gid}`, '--clear-groups'] : []),
      ...(this.features.canDropCapabilities ? ['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'] : []),
      ...['--no-new-privs', '--pdeathsig', 'KILL'],
    ];
  }

  private landlock({ input, temp }: ChildFolders, readable: readonly string[]): string[] {
    if (!this.features.landlock) return [];
    return [
      ...['--landlock-access', 'fs'],
      ...[...SYSTEM_CODE, dirname(process.execPath)].flatMap((path) =>
        landlockRule('execute,read-file,read-dir', path),
      ),
      ...[...SYSTEM_FILES, ...readable, input].flatMap((path) => landlockRule('read-file,read-dir', path)),
      ...landlockRule('read-file,write-file', '/dev/null'),
      ...landlockRule('write-file,read-file,read-dir,remove-dir,remove-file,make-dir,make-reg,refer,truncate', temp),
    ];
  }
}

/**
 * Returns nothing for a path that does not exist, and omits the right to list for a file, which the kernel would
 * refuse.
 */
function landlockRule(access: string, path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  const possible = found.isDirectory() ? access : access.replace(',read-dir', '');
  return ['--landlock-rule', `path-beneath:${possible}:${path}`];
}
