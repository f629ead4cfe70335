import { Injectable } from '@nestjs/common';
import type { BetterAuthPlugin } from 'better-auth';
import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { ExtendsSignIn, type SignInExtension } from './sign-in-extensions.js';
import { AuditLog } from '#ground/audit';
import { CodeAttempts } from '#people/auth';
import { authenticatorCodes } from './authenticator-codes.js';
import { codeRules } from './code-rules.js';
import { endTrust } from './end-trust.js';
import { passkeyRules } from './passkey-rules.js';
import { passkeys } from './passkeys.js';
import { isUsableForPasskeys } from './passkey-addresses.js';
import { recordChanges } from './record-changes.js';

/** Codes of authenticator apps after the password, and passkeys instead of it. */
@Injectable()
@ExtendsSignIn()
export class SecondFactorExtension implements SignInExtension {
  readonly idPrefixes = { twoFactor: 'auth_2fa', passkey: 'auth_psk' };

  constructor(
    private readonly config: AuthConfig,
    private readonly server: ServerConfig,
    private readonly attempts: CodeAttempts,
    private readonly auditLog: AuditLog,
  ) {}

  get plugins(): readonly BetterAuthPlugin[] {
    const { config, server, attempts, auditLog } = this;
    const own = [codeRules(attempts), endTrust(), recordChanges(auditLog)];
    const hasPasskeys = config.isPasskeyEnabled && isUsableForPasskeys(server);
    return [authenticatorCodes(config), ...own, ...(hasPasskeys ? [passkeys(server, config), passkeyRules()] : [])];
  }
}
