import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsOptional, IsString, IsUrl, Length, ValidateBy, type ValidationArguments } from 'class-validator';
import { readCustomProviders, type CustomProvider } from './custom-provider.config.js';

function IsCustomProviders(): PropertyDecorator {
  return ValidateBy({
    name: 'isCustomProviders',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && Array.isArray(readCustomProviders(value)),
      defaultMessage: (args?: ValidationArguments) => {
        const read = readCustomProviders(String(args?.value));
        return Array.isArray(read) ? 'must be a list of providers' : read.problem;
      },
    },
  });
}

/** Sign-in with accounts elsewhere: GitHub, Google, and any OAuth 2.0 or OpenID Connect provider. */
export class SignInProvidersConfig {
  /** Whether users can sign in with GitHub. The redirect URI is `<address of this server>/api/auth/callback/github`. */
  @Env('AUTH_PROVIDERS_GITHUB_IS_ENABLED') @IsBoolean() isGithubEnabled: boolean = false;

  /** Client id of the OAuth app at GitHub. */
  @Env('AUTH_PROVIDERS_GITHUB_CLIENT_ID') @IsOptional() @IsString() @Length(1, 512) githubClientId?: string;

  /** Client secret of the OAuth app at GitHub. */
  @Env('AUTH_PROVIDERS_GITHUB_CLIENT_SECRET', { secret: true })
  @IsOptional()
  @IsString()
  @Length(1, 2048)
  githubClientSecret?: string;

  /** Address of a GitHub Enterprise Server; without it, github.com. */
  @Env('AUTH_PROVIDERS_GITHUB_URL')
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true })
  githubUrl?: string;

  /** Whether users can sign in with Google. The redirect URI is `<address of this server>/api/auth/callback/google`. */
  @Env('AUTH_PROVIDERS_GOOGLE_IS_ENABLED') @IsBoolean() isGoogleEnabled: boolean = false;

  /** Client id at Google. */
  @Env('AUTH_PROVIDERS_GOOGLE_CLIENT_ID') @IsOptional() @IsString() @Length(1, 512) googleClientId?: string;

  /** Client secret at Google. */
  @Env('AUTH_PROVIDERS_GOOGLE_CLIENT_SECRET', { secret: true })
  @IsOptional()
  @IsString()
  @Length(1, 2048)
  googleClientSecret?: string;

  /**
   * Further providers, a list in JSON: `[{"providerId": "acme", "providerName": "Acme", "clientId": "…", "clientSecret":
   * "…", "discoveryUrl": "https://id.acme.example/.well-known/openid-configuration"}]`. All keys are in the guide.
   */
  @Env('AUTH_PROVIDERS_CUSTOMS', { secret: true }) @IsOptional() @IsCustomProviders() customs?: string;
}

/** The providers of `AUTH_PROVIDERS_CUSTOMS`, which the setting has checked. */
export function customProvidersOf({ customs }: Pick<SignInProvidersConfig, 'customs'>): CustomProvider[] {
  const read = readCustomProviders(customs ?? '[]');
  if (!Array.isArray(read)) throw new Error(`AUTH_PROVIDERS_CUSTOMS ${read.problem}`);
  return read;
}
