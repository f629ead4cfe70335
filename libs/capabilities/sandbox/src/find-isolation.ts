// Finds out what the operating system offers by trying it, because neither versions nor settings tell it reliably.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxUids, SERVICE_GID } from '#ground/kernel';
import { Isolation, NO_FEATURES, type MissingProtection, type SystemFeatures } from './isolation.js';

const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];
const TRIAL_MS = 60_000;

const UNREACHABLE: MissingProtection = {
  what: 'the processes that read documents run as the user of the server, because no other user can reach the installation or the data folder',
  remedy: 'move both out of folders that only one user may enter, such as /root',
};
const REFUSED: MissingProtection = {
  what: 'the processes that read documents do not start with the protections of this operating system',
  remedy: 'see the log of the server for what they write, and report it',
};

/** Tries the features one by one. `toolFolders` is where the programs are looked for. */
export async function findIsolation(toolFolders: readonly string[] = TOOL_FOLDERS): Promise<Isolation> {
  if (process.platform !== 'linux')
    return new Isolation(NO_FEATURES, [
      {
        what: 'this operating system offers Archivolt nothing to hold native code of parsers (user, network, files)',
        remedy: 'run Archivolt on Linux, or in the container image',
      },
    ]);
  const find = (name: string): string | undefined =>
    toolFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const [setpriv, unshare, prlimit] = [find('setpriv'), find('unshare'), find('prlimit')];
  const isRoot = process.getuid?.() === 0;
  const hasSetpriv = setpriv !== undefined && (await works([setpriv, '--no-new-privs', '--pdeathsig', 'KILL']));
  const network = unshare === undefined ? undefined : await findNetwork(unshare, isRoot);
  const features: SystemFeatures = {
    ...(hasSetpriv ? { setpriv } : {}),
    ...(network === undefined ? {} : { unshare: network }),
    ...(prlimit !== undefined && (await works([prlimit, '--core=0', '--nofile=256'])) ? { prlimit } : {}),
    canDropCapabilities: hasSetpriv && (await works([setpriv, '--bounding-set=-all', '--inh-caps=-all'])),
    landlock: hasSetpriv && (await canLandlock(setpriv)),
    uids: hasSetpriv && isRoot && (await canChangeUser(setpriv)) ? sandboxUids : [],
    gid: SERVICE_GID,
    canLimitProcesses: false,
  };
  const canLimitProcesses = features.uids.length > 0 || network?.includes('--user') === true;
  return new Isolation({ ...features, canLimitProcesses }, missingOf(features, isRoot));
}

/** The strongest isolation with which `isEnough` holds: a folder that another user cannot enter may stand in the way. */
export async function reduceIsolation(
  found: Isolation,
  isEnough: (isolation: Isolation) => Promise<boolean>,
): Promise<Isolation> {
  if (await isEnough(found)) return found;
  const reduced = { ...found.features, uids: [], canLimitProcesses: false };
  for (const features of [reduced, { ...reduced, canDropCapabilities: false, landlock: false }]) {
    const isolation = new Isolation(features, [...found.missing, UNREACHABLE]);
    if (await isEnough(isolation)) return isolation;
  }
  return new Isolation(NO_FEATURES, [REFUSED]);
}

async function findNetwork(unshare: string, isRoot: boolean): Promise<string[] | undefined> {
  const own = isRoot ? [] : ['--user', '--map-current-user'];
  const command = [unshare, ...own, '--net', '--ipc'];
  return (await works(command)) ? command : undefined;
}

function canLandlock(setpriv: string): Promise<boolean> {
  const rules = ['execute,read-file,read-dir', 'refer,truncate'].flatMap((access) => [
    '--landlock-rule',
    `path-beneath:${access}:/`,
  ]);
  return works([setpriv, '--no-new-privs', '--landlock-access', 'fs', ...rules]);
}

function canChangeUser(setpriv: string): Promise<boolean> {
  const uids = [sandboxUids[0], sandboxUids.at(-1)];
  const trial = (uid: number | undefined): Promise<boolean> =>
    works([setpriv, '--reuid', `${uid}`, '--regid', `${SERVICE_GID}`, '--clear-groups']);
  return Promise.all(uids.map(trial)).then((results) => results.every(Boolean));
}

function missingOf(features: SystemFeatures, isRoot: boolean): MissingProtection[] {
  const missing: MissingProtection[] = [];
  const note = (isThere: boolean, what: string, remedy: string): void => {
    if (!isThere) missing.push({ what, remedy });
  };
  note(
    features.setpriv !== undefined && features.prlimit !== undefined,
    'native code of parsers is not limited in privileges and resources',
    'install util-linux (setpriv and prlimit)',
  );
  note(
    features.landlock,
    'native code of parsers can read the files that its user can read',
    'install util-linux 2.39 or later, on a Linux kernel with Landlock (6.2 or later)',
  );
  note(
    features.unshare !== undefined,
    'native code of parsers can open network connections',
    isRoot
      ? 'install util-linux (unshare) and let the server create network namespaces (CAP_SYS_ADMIN)'
      : 'allow unprivileged user namespaces, or run PROCESS_MODE=worker in a container of its own',
  );
  note(
    features.uids.length > 0,
    isRoot
      ? 'the processes that read documents run as root'
      : 'native code of parsers can send signals to the processes of the server, because it runs as the same user',
    isRoot
      ? 'let the server change users (CAP_SETUID, CAP_SETGID), or start it as an ordinary user'
      : 'start the server as root, which gives each of these processes a user id of its own, or run PROCESS_MODE=worker in a container of its own',
  );
  return missing;
}

function works(command: readonly string[]): Promise<boolean> {
  return succeeds([...command, '/bin/sh', '-c', ':']);
}

/** Runs a command to its end; false also when it cannot be run or takes too long. */
export function succeeds(command: readonly string[]): Promise<boolean> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const trial = spawn(program, args, {
      stdio: 'ignore',
      env: { OPENSSL_CONF: '/dev/null' },
      cwd: '/',
      timeout: TRIAL_MS,
      killSignal: 'SIGKILL',
    });
    trial.once('error', () => resolve(false));
    trial.once('exit', (code) => resolve(code === 0));
  });
}
