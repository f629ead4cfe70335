import { isMailAddress } from '@archivolt/plugin-kit';
import { ArrayMaxSize, IsArray, IsBoolean, IsString, MaxLength, ValidateBy } from 'class-validator';
import { IsId, MayBeAbsent, OrganizationParams } from '#ground/http-kit';
import { isMailDomain } from '#outside/intake';

export class IntakeEmailParams extends OrganizationParams {
  @IsId('ie') intakeEmailId!: string;
}

function AreOrigins(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'areOrigins',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && (isMailAddress(value) || isMailDomain(value)),
        defaultMessage: () => 'each value in allowedOrigins must be an address, or a domain such as @example.com',
      },
    },
    { each: true },
  );
}

/** What is missing stays as it is. */
export class UpdateIntakeEmailBody {
  @MayBeAbsent() @IsBoolean() isEnabled?: boolean;
  /**
   * Senders whose files are taken, at most 500: addresses, and domains such as `@example.com`. The files of all others,
   * of everyone when the list is empty, go to the list of failures.
   */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @MaxLength(320, { each: true })
  @AreOrigins()
  allowedOrigins?: string[];
  /** Whether the mail itself becomes a document, too, where it arrives as a whole: by an intake plugin. */
  @MayBeAbsent() @IsBoolean() keepsMessage?: boolean;
}
