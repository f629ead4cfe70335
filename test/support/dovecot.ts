import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { freePort } from './free-port.js';
import { until } from './until.js';

const PROGRAM = ['/usr/sbin/dovecot', '/usr/bin/dovecot', '/usr/local/sbin/dovecot'];
const STARTS_WITHIN_MS = 20_000;
/** Owns the mails when root runs the tests: Dovecot reads no mails as root. Its package creates this user. */
const USER_OF_DOVECOT = 'dovecot';

export interface DovecotOptions {
  /** `none`: not offered. `starttls`: offered and needed for a login. */
  tls?: 'none' | 'starttls';
}

/** `undefined` when the Debian package dovecot-imapd, which `.ci/run` installs, is missing. */
export function dovecotVersion(): string | undefined {
  const program = programOf();
  return program && /^\d+\.\d+/.exec(spawnSync(program, ['--version']).stdout.toString())?.[0];
}

/** Dovecot as an ordinary process in a temporary folder, with one account. */
export class Dovecot {
  readonly user = 'scans@example.com';
  readonly password = 'pässw0rd "1"';

  private constructor(
    readonly port: number,
    /** PEM, for clients that shall trust this server. */
    readonly certificate: string,
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(options: DovecotOptions = {}): Promise<Dovecot> {
    const folder = await mkdtemp(join(tmpdir(), 'archivolt-dovecot-'));
    const port = await freePort();
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2 as const, value: 'localhost' }] }],
    });
    const owner = accountOf(userInfo().uid === 0 ? USER_OF_DOVECOT : userInfo().username);
    for (const name of ['mail', 'run', 'state']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 });
    await writeFile(join(folder, 'cert.pem'), cert);
    const surroundings = { folder, port, owner, ...options };
    const version = dovecotVersion() ?? '';
    const config = version.startsWith('2.3') ? configOf23(surroundings) : configOf24(surroundings, version);
    await writeFile(join(folder, 'dovecot.conf'), config);
    if (userInfo().uid === 0) {
      await chmod(folder, 0o755);
      await chown(join(folder, 'mail'), owner.uid, owner.gid);
    }
    const child = spawn(programOf() ?? '', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
    const server: Dovecot = new Dovecot(port, cert, folder, child);
    await writeFile(join(folder, 'users'), `${server.user}:{PLAIN}${server.password}\n`);
    await server.#untilItListens();
    return server;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill('SIGTERM');
      await once(this.process, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #untilItListens(): Promise<void> {
    try {
      await until(STARTS_WITHIN_MS, 'the greeting of Dovecot', async () => {
        if (this.process.exitCode !== null) throw new Error(`Dovecot has ended with ${this.process.exitCode}`);
        return this.#greets();
      });
    } catch (error) {
      const log = await readFile(join(this.folder, 'dovecot.log'), 'utf8').catch(() => 'no log');
      await this.stop();
      throw new Error(`Dovecot does not start: ${log}`, { cause: error });
    }
  }

  async #greets(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    const greeting = await once(socket, 'data').catch(() => undefined);
    socket.destroy();
    return greeting !== undefined;
  }
}

function programOf(): string | undefined {
  return PROGRAM.find((path) => spawnSync(path, ['--version']).status === 0);
}

interface Account {
  name: string;
  group: string;
  uid: number;
  gid: number;
}

interface Surroundings extends DovecotOptions {
  folder: string;
  port: number;
  owner: Account;
}

const services = ({ owner, port }: Surroundings): string => `
  default_internal_user = ${owner.name}
  default_login_user = ${owner.name}
  default_internal_group = ${owner.group}
  protocols = imap
  listen = 127.0.0.1
  first_valid_uid = 1
  service imap-login {
    chroot =
    inet_listener imap {
      port = ${port}
    }
    inet_listener imaps {
      port = 0
    }
  }
  service anvil {
    chroot =
  }
  service stats {
    chroot =
  }
`;

function configOf23(surroundings: Surroundings): string {
  const { folder, owner, tls = 'none' } = surroundings;
  return `${services(surroundings)}
  base_dir = ${folder}/run
  state_dir = ${folder}/state
  log_path = ${folder}/dovecot.log
  ssl = ${tls === 'none' ? 'no' : 'required'}
  ssl_cert = <${folder}/cert.pem
  ssl_key = <${folder}/key.pem
  disable_plaintext_auth = no
  mail_location = maildir:${folder}/mail/%u
  passdb {
    driver = passwd-file
    args = ${folder}/users
  }
  userdb {
    driver = static
    args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail/%u
  }
`;
}

function configOf24(surroundings: Surroundings, version: string): string {
  const { folder, owner, tls = 'none' } = surroundings;
  return `dovecot_config_version = ${version}.0
  dovecot_storage_version = ${version}.0
  ${services(surroundings)}
  base_dir = ${folder}/run
  state_dir = ${folder}/state
  log_path = ${folder}/dovecot.log
  ssl = ${tls === 'none' ? 'no' : 'required'}
  ssl_server_cert_file = ${folder}/cert.pem
  ssl_server_key_file = ${folder}/key.pem
  auth_allow_cleartext = yes
  mail_driver = maildir
  mail_path = ${folder}/mail/%{user}
  passdb passwd-file {
    passwd_file_path = ${folder}/users
  }
  userdb static {
    fields {
      uid = ${owner.uid}
      gid = ${owner.gid}
      home = ${folder}/mail/%{user}
    }
  }
`;
}

function accountOf(name: string): Account {
  const ask = (what: string): string => spawnSync('id', [what, name]).stdout.toString().trim();
  return { name, group: ask('-gn'), uid: Number(ask('-u')), gid: Number(ask('-g')) };
}
