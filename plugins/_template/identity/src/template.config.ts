import { Env } from '@archivolt/plugin-kit';
import { IsOptional, IsString, IsUrl } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** The provider that users sign in with. */
export class TemplateConfig {
  /** Address of the provider; its routes are `/authorize`, `/token` and `/userinfo`. */
  @Env('IDENTITY_TEMPLATE_URL') @IsUrl(ADDRESS) url: string = 'http://127.0.0.1:9000';

  /** Id of this archive at the provider. The way to sign in is offered when it is set. */
  @Env('IDENTITY_TEMPLATE_CLIENT_ID') @IsOptional() @IsString() clientId?: string;

  /** Secret of this archive at the provider. */
  @Env('IDENTITY_TEMPLATE_CLIENT_SECRET', { secret: true }) @IsOptional() @IsString() clientSecret?: string;

  /** Only members of this group may sign in. Default: every user of the provider. */
  @Env('IDENTITY_TEMPLATE_ALLOWED_GROUP') @IsOptional() @IsString() allowedGroup?: string;

  /** Members of this group have the role `admin`, which counts when AUTH_ROLES_FROM_IDENTITY is on. */
  @Env('IDENTITY_TEMPLATE_ADMIN_GROUP') @IsOptional() @IsString() adminGroup?: string;
}
