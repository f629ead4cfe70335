import { Injectable } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { ContributesToPublicConfig, type PublicConfigSections, type PublicConfigSource } from '#ground/server-info';
import { FirstAccount } from './first-account.js';
import { SignInLibrary } from './sign-in-library.js';

/** Providers that have a switch of their own in `GET /api/config`; all others are listed as `customs`. */
const NAMED = ['github', 'google'] as const;

@Injectable()
@ContributesToPublicConfig()
export class AuthPublicConfig implements PublicConfigSource {
  constructor(
    private readonly config: AuthConfig,
    private readonly library: SignInLibrary,
    private readonly firstAccount: FirstAccount,
  ) {}

  async publicConfig(): Promise<Pick<PublicConfigSections, 'auth' | 'setup'>> {
    const { mails, providers, plugins } = this.library.collected;
    const has = (name: (typeof NAMED)[number]) => ({ isEnabled: providers.some(({ id }) => id === name) });
    const uses = (pluginId: string) => plugins.some(({ id }) => id === pluginId);
    const customs = providers.filter(({ id }) => !NAMED.some((name) => name === id));
    return {
      setup: await this.firstAccount.state(),
      auth: {
        isEmailVerificationRequired: this.config.isEmailVerificationRequired,
        isPasswordResetEnabled: mails?.reachPeople === true && mails.sendPasswordReset !== undefined,
        isRegistrationEnabled: this.config.isRegistrationEnabled,
        showLegalLinksOnAuthPage: false,
        secondFactor: { isEnabled: this.config.isEmailProviderEnabled && uses('two-factor') },
        passkeys: { isEnabled: uses('passkey') },
        providers: {
          email: { isEnabled: this.config.isEmailProviderEnabled },
          github: has('github'),
          google: has('google'),
          customs: customs.map(({ id, name, iconUrl }) => ({
            providerId: id,
            providerName: name,
            ...(iconUrl === undefined ? {} : { providerIconUrl: iconUrl }),
          })),
        },
      },
    };
  }
}
