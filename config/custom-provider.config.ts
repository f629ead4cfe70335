import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Matches,
  MaxLength,
  validateSync,
} from 'class-validator';

const URLS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const MAX_MAPPED = 1_000;

/** Makes the members of an organization of people whose claim has this value. */
export class ClaimedMembership {
  @IsString() @Length(1, 256) value!: string;
  @Matches(/^org_[a-z0-9]{24}$/) organizationId!: string;
  @IsIn(['admin', 'member', 'viewer']) role!: 'admin' | 'member' | 'viewer';
}

/** What follows from the claims of a person at each sign-in. */
export class ClaimsRule {
  /** Name of the claim with the roles or groups of a person: a text or a list of texts. */
  @IsString() @Length(1, 128) roles!: string;
  /** Values that make a person an administrator of this server; a person without them stops being one. */
  @IsOptional() @IsArray() @ArrayMaxSize(MAX_MAPPED) @IsString({ each: true }) administrators?: string[];
  @IsOptional() @IsArray() @ArrayMaxSize(MAX_MAPPED) organizations?: ClaimedMembership[];
  /** True: a person without the value for an organization in this list stops being a member; the owner stays. */
  @IsOptional() @IsBoolean() isAuthoritative?: boolean;
}

/** A provider of `AUTH_PROVIDERS_CUSTOMS`. */
export class CustomProvider {
  /** Part of the redirect URI `/api/auth/oauth2/callback/<providerId>`. */
  @Matches(/^[a-z0-9][a-z0-9_-]{0,62}$/, { message: 'providerId must have lower-case letters, digits, - and _' })
  providerId!: string;
  @IsString() @Length(1, 64) providerName!: string;
  @IsOptional() @IsUrl(URLS) providerIconUrl?: string;
  @IsString() @Length(1, 512) clientId!: string;
  @IsString() @Length(1, 2048) clientSecret!: string;
  @IsOptional() @IsIn(['oauth2', 'oidc']) type?: 'oauth2' | 'oidc';
  @IsOptional() @IsUrl(URLS) discoveryUrl?: string;
  @IsOptional() @IsUrl(URLS) authorizationUrl?: string;
  @IsOptional() @IsUrl(URLS) tokenUrl?: string;
  @IsOptional() @IsUrl(URLS) userInfoUrl?: string;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(256, { each: true })
  scopes?: string[];
  @IsOptional() @IsUrl(URLS) redirectURI?: string;
  @IsOptional() @IsIn(['code']) responseType?: 'code';
  @IsOptional() @IsIn(['select_account', 'consent', 'login', 'none']) prompt?:
    'consent' | 'login' | 'none' | 'select_account';
  /** Default: true. */
  @IsOptional() @IsBoolean() pkce?: boolean;
  @IsOptional() @IsString() @Length(1, 64) accessType?: string;
  @IsOptional() @IsObject() claims?: ClaimsRule;
}

/** Reads the JSON of the setting; the second form says what is wrong with it. */
export function readCustomProviders(text: string): CustomProvider[] | { problem: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: 'must be JSON: a list of providers' };
  }
  if (!Array.isArray(given)) return { problem: 'must be a list of providers' };
  const providers: CustomProvider[] = [];
  for (const [index, entry] of given.entries()) {
    const { value, problem } = readProvider(entry);
    if (!value) return { problem: `provider ${index + 1}: ${problem ?? ''}` };
    if (providers.some(({ providerId }) => providerId === value.providerId))
      return { problem: `provider ${index + 1}: another one has the providerId ${value.providerId}` };
    providers.push(value);
  }
  return providers;
}

function readProvider(entry: unknown): { value?: CustomProvider; problem?: string } {
  const { value, problem } = read(CustomProvider, entry);
  if (!value) return { problem: problem ?? '' };
  if (['github', 'google', 'credential'].includes(value.providerId))
    return { problem: `providerId cannot be ${value.providerId}` };
  if (value.type === 'oidc' && !value.discoveryUrl) return { problem: 'the type oidc needs discoveryUrl' };
  const hasAddresses = value.authorizationUrl && value.tokenUrl && value.userInfoUrl;
  if (!value.discoveryUrl && !hasAddresses)
    return { problem: 'needs discoveryUrl, or authorizationUrl, tokenUrl and userInfoUrl' };
  if (value.claims === undefined) return { value };
  const claims = read(ClaimsRule, value.claims);
  if (!claims.value) return { problem: `claims: ${claims.problem ?? ''}` };
  for (const membership of claims.value.organizations ?? []) {
    const read1 = read(ClaimedMembership, membership);
    if (!read1.value) return { problem: `claims.organizations: ${read1.problem ?? ''}` };
  }
  return { value };
}

function read<T extends object>(type: new () => T, given: unknown): { value?: T; problem?: string } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { problem: 'must be an object' };
  const value = Object.assign(new type(), given);
  const [error] = validateSync(value, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  // Never the value: it may be the client secret.
  return error ? { problem: Object.values(error.constraints ?? {})[0] ?? error.property } : { value };
}
