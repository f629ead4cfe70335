import { Injectable } from '@nestjs/common';
import { clientUrl, ServerConfig } from '#config/server';
import { SignInLibrary } from '#people/auth/http';
import { PasswordResetSent } from '#operation/admin';
import { AuditLog } from '#ground/audit';
import { PasswordResetUnavailable } from '#people/auth';

/** Links to a new password that administrators have sent to users. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly library: SignInLibrary,
    private readonly server: ServerConfig,
    private readonly audit: AuditLog,
  ) {}

  async send({ userId, email, isDisabled }: { userId: string; email: string; isDisabled: boolean }): Promise<void> {
    const { auth, collected } = this.library;
    const reachesPeople = collected.mails?.reachPeople === true && collected.mails.sendPasswordReset !== undefined;
    if (isDisabled || !reachesPeople) throw PasswordResetUnavailable();
    const redirectTo = `${clientUrl(this.server)}/reset-password`;
    await auth.api.requestPasswordReset({ body: { email, redirectTo } });
    await this.audit.recordNow({ action: PasswordResetSent, target: { type: 'user', id: userId } });
  }
}
