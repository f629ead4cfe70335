import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { PasswordSeal } from './password-seal.js';
import { PasswordRepository } from './password.repository.js';

/** Reports passwords of documents that were encrypted with another secret: they are not tried. */
@Injectable()
@DiagnosticCheck()
export class PasswordsCheck implements Check {
  readonly name = 'document passwords';

  constructor(
    private readonly passwords: PasswordRepository,
    private readonly seal: PasswordSeal,
  ) {}

  async run(): Promise<CheckResult> {
    const count = await this.passwords.countOfOtherSecrets(this.seal.mark);
    if (count === 0) return { status: 'ok', message: 'all can be read with AUTH_SECRET' };
    const [passwords, were] = count === 1 ? ['password', 'was'] : ['passwords', 'were'];
    return {
      status: 'warning',
      message: `${count} ${passwords} of documents ${were} encrypted with another AUTH_SECRET and cannot be used`,
      remedy: 'Start with the secret of that time, or enter the passwords again.',
    };
  }
}
