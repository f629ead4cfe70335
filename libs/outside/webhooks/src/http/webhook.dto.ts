import { ArrayMinSize, IsArray, IsBoolean, IsIn, IsString, Length, MaxLength, ValidateBy } from 'class-validator';
import { IsId, IsTime, MayBeAbsent, OneLine, OrganizationParams } from '#ground/http-kit';
import { WEBHOOK_EVENTS } from '#outside/webhooks';

export class WebhookParams extends OrganizationParams {
  @IsId('wbh') webhookId!: string;
}

/** Of any scheme: those that are not allowed have an error of their own. */
function IsUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'isUrl',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && URL.canParse(value),
      defaultMessage: () => 'url must be a complete URL, such as https://example.com/hook',
    },
  });
}

export class CreateWebhookBody {
  /** 1 to 128 characters. */
  @OneLine({ trims: false }) @IsString() @Length(1, 128) name!: string;
  /** An http or https URL without user name and password, of at most 2048 characters. */
  @IsString() @MaxLength(2048) @IsUrl() url!: string;
  /** 1 to 256 characters. Deliveries are signed with it; no response contains it. */
  @MayBeAbsent() @IsString() @Length(1, 256) secret?: string;
  @IsBoolean() enabled: boolean = true;
  /** At least one; duplicates are dropped. */
  @IsArray() @ArrayMinSize(1) @IsIn(WEBHOOK_EVENTS, { each: true }) events!: string[];
}

export class UpdateWebhookBody {
  /** 1 to 128 characters. */
  @MayBeAbsent() @OneLine({ trims: false }) @IsString() @Length(1, 128) name?: string;
  /** An http or https URL without user name and password, of at most 2048 characters. */
  @MayBeAbsent() @IsString() @MaxLength(2048) @IsUrl() url?: string;
  /** 1 to 256 characters. Replaces the secret at once, and ends its rotation. */
  @MayBeAbsent() @IsString() @Length(1, 256) secret?: string;
  /** A webhook that is enabled again gets the events from now on; when it is disabled, waiting deliveries are cancelled. */
  @MayBeAbsent() @IsBoolean() enabled?: boolean;
  /** At least one; duplicates are dropped. */
  @MayBeAbsent() @IsArray() @ArrayMinSize(1) @IsIn(WEBHOOK_EVENTS, { each: true }) events?: string[];
}

export class RotateSecretBody {
  /** The new secret: 1 to 256 characters. */
  @IsString() @Length(1, 256) secret!: string;
}

export class ReplayEventsBody {
  /** ISO 8601: a date, or date and time with its offset. */
  @IsTime() since!: Date;
}
